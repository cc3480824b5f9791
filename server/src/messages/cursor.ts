/** The position after the last message of a page. Opaque to the caller, so it is validated when the caller sends it. */
export type Cursor = { time: Date; id: string }

const shape = /^(\d{13})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const formatCursor = ({ time, id }: Cursor): string =>
  Buffer.from(`${time.getTime()}.${id}`).toString('base64url')

/** Null when the text is not a valid cursor. */
export function parseCursor(text: string): Cursor | null {
  const [, milliseconds, id] = shape.exec(Buffer.from(text, 'base64url').toString()) ?? []
  return milliseconds === undefined ? null : { time: new Date(Number(milliseconds)), id: id! }
}
