/** Where a page of messages ended: opaque to the caller, checked when it comes back. */
export type Cursor = { time: Date; id: string }

const shape = /^(\d{13})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const writeCursor = ({ time, id }: Cursor): string =>
  Buffer.from(`${time.getTime()}.${id}`).toString('base64url')

/** Null when this was never a cursor of ours. */
export function readCursor(text: string): Cursor | null {
  const [, milliseconds, id] = shape.exec(Buffer.from(text, 'base64url').toString()) ?? []
  return milliseconds === undefined ? null : { time: new Date(Number(milliseconds)), id: id! }
}
