type RequestOptions = { token?: string; headers?: Record<string, string>; body?: unknown }

/** Sends and receives JSON. Throws when the status is not 2xx. */
export async function requestJson<T>(
  method: string,
  url: string,
  { token, headers, body }: RequestOptions = {},
): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      ...headers,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url} responded with ${response.status}: ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T
}
