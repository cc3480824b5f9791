type Asked = { token?: string; headers?: Record<string, string>; body?: unknown }

/** One request with JSON there and back. Anything but a success ends the run. */
export async function ask<T>(method: string, url: string, { token, headers, body }: Asked = {}): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...headers,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T
}
