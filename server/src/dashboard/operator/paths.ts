export const operatorPath = '/dashboard/operator'
export const businessesPath = `${operatorPath}/businesses`
/** `id` is the public id. */
export const businessPath = (id: string): string => `${businessesPath}/${id}`
/** A runbook on the site of the documentation, which a process with the role `web` alone does not serve. */
export const runbookPath = (publicUrl: string, name: string): string => `${publicUrl}/docs/runbooks/${name}`
export const pricesPath = `${operatorPath}/prices`
/** `country` is the code of a destination. */
export const pricePath = (country: string): string => `${pricesPath}/${country}`
export const auditPath = `${operatorPath}/audit`
