const home = '/dashboard'
const local = /^\/dashboard(?:\/[\w\-.~%@+]+)*(?:\?[\w\-.~%@+=&]*)?$/

/** Where a person continues after a sign-in. Only an address of the dashboard, so that a link cannot lead to another site. */
export const returnPath = (given: string | null): string =>
  given !== null && given.length <= 500 && local.test(given) && !/\/(?:\.|%2e){1,2}(?:\/|\?|$)/i.test(given)
    ? given
    : home
