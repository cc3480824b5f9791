import type { ValidationError } from '../../errors.ts'

/** An item as it was received, with its validation errors if it is invalid. */
export type BatchItem = { sent: unknown; errors?: ValidationError[] }
