type Cookie = { host: string; path: string; name: string; value: string }

export type Cookies = ReturnType<typeof createCookies>

/** The cookie store of one browser: a cookie is sent only to the host that set it, and only to its path. */
export function createCookies() {
  const cookies = new Map<string, Cookie>()

  return {
    /** `lines` are the `Set-Cookie` headers of a response from `url`. */
    store(url: URL, lines: string[]): void {
      for (const line of lines) {
        const { expired, ...cookie } = readCookie(url, line)
        const key = `${cookie.host} ${cookie.path} ${cookie.name}`
        if (expired) cookies.delete(key)
        else cookies.set(key, cookie)
      }
    },
    /** The `Cookie` header for a request to `url`; empty when there is none. */
    headerFor(url: URL): string {
      return [...cookies.values()]
        .filter(({ host, path }) => host === url.hostname && pathMatches(path, url.pathname))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ')
    },
  }
}

function readCookie(url: URL, line: string): Cookie & { expired: boolean } {
  const [[name, value], ...attributes] = line.split(';').map(readPair) as [[string, string], ...[string, string][]]
  const given = new Map(attributes.map(([attribute, setting]) => [attribute.toLowerCase(), setting]))
  const path = given.get('path') ?? ''
  return {
    host: url.hostname,
    path: path.startsWith('/') ? path : directoryOf(url.pathname),
    name,
    value,
    expired: isExpired(given.get('max-age'), given.get('expires')),
  }
}

function readPair(text: string): [name: string, value: string] {
  const [name, ...value] = text.split('=')
  return [name!.trim(), value.join('=').trim()]
}

function isExpired(maxAge: string | undefined, expires: string | undefined): boolean {
  if (maxAge !== undefined) return Number(maxAge) <= 0
  return expires !== undefined && Date.parse(expires) <= Date.now()
}

const directoryOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'

/** `/inbox` matches itself and `/inbox/1`, but not `/inboxes` (RFC 6265, 5.1.4). */
function pathMatches(cookiePath: string, requestPath: string): boolean {
  return requestPath === cookiePath || requestPath.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`)
}
