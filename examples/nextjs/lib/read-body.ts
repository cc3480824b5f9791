/** The bytes of a request, or null if there are more than the limit. A route handler of Next.js has no limit of its own. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length')) > maxBytes) return null
  const parts: Uint8Array[] = []
  let length = 0
  // The declared length can be missing, so the bytes are counted too.
  for await (const part of request.body ?? []) {
    length += part.byteLength
    if (length > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
