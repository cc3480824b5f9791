export type * from './openapi.ts'
