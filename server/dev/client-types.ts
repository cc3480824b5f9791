import openapiTypes, { astToString } from 'openapi-typescript'

/** The types of the client from the description of the merchant interface. A field of a request with a default is optional. */
export async function clientTypes(description: object): Promise<string> {
  const options = { rootTypes: true, rootTypesNoSchemaPrefix: true, defaultNonNullable: false }
  return astToString(await openapiTypes(JSON.stringify(description), options))
}
