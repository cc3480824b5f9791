export const operatorPath = '/dashboard/operator'
export const sendingPath = `${operatorPath}/sending`
export const healthPath = `${operatorPath}/health`
export const businessesPath = `${operatorPath}/businesses`
/** `id` is the public id. */
export const businessPath = (id: string): string => `${businessesPath}/${id}`
export const pricesPath = `${operatorPath}/prices`
/** `country` is the code of a destination. */
export const pricePath = (country: string): string => `${pricesPath}/${country}`
export const auditPath = `${operatorPath}/audit`
/** A page of the documentation, such as `runbooks/restore`, which a process with the role `web` alone does not serve. */
export const documentPath = (publicUrl: string, page: string): string => `${publicUrl}/docs/${page}`
export const operatorsPath = `${operatorPath}/operators`
/** The page of one operator. `id` is the public id. */
export const operatorOfPath = (id: string): string => `${operatorsPath}/${id}`
export const suppressionsPath = `${operatorPath}/suppressions`
export const templatesPath = `${operatorPath}/templates`
export const settingsPath = `${operatorPath}/settings` as const
