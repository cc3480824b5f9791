import type { Dispatcher } from 'undici'

export type PostRequest = { url: string; headers: Record<string, string>; body: string }
export type Answer = { statusCode: number; retryAfter: string | string[] | undefined }

/**
 * One request and the head of its answer. The time runs from the call, so a wait for a free connection counts too; the client's own
 * time-outs begin later, and its abort signal is not heard before the request is on a connection.
 *
 * The body is not read (6.4.1) but thrown away as it comes, so that the connection can be used again. One that is long
 * or slow costs more than a new connection, and is cut off.
 */
export function exchange(dispatcher: Dispatcher, request: PostRequest, milliseconds: number): Promise<Answer> {
  const { origin, pathname, search } = new URL(request.url)
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let isOver = false
    let bodyBytes = 0
    const end = (): void => {
      isOver = true
      reject(overTime())
      controller?.abort(overTime())
    }
    let timer = setTimeout(end, milliseconds)

    dispatcher.dispatch(
      { origin, path: `${pathname}${search}`, method: 'POST', headers: request.headers, body: request.body },
      {
        onRequestStart: (given) => {
          controller = given
          if (isOver) given.abort(overTime())
        },
        onResponseStart: (_, statusCode, headers) => {
          // Announcements such as 103 come before the answer.
          if (statusCode < 200) return
          clearTimeout(timer)
          timer = setTimeout(end, mostBodyMilliseconds)
          resolve({ statusCode, retryAfter: headers['retry-after'] })
        },
        onResponseData: (given, chunk) => {
          bodyBytes += chunk.length
          if (bodyBytes > mostBodyBytes) given.abort(overLong())
        },
        onResponseEnd: () => clearTimeout(timer),
        onResponseError: (_, error) => {
          clearTimeout(timer)
          reject(error)
        },
      },
    )
  })
}

const mostBodyBytes = 16_384
const mostBodyMilliseconds = 1_000

const overTime = (): Error => Object.assign(new Error('the receiver took too long'), { code: 'ETIMEDOUT' })
const overLong = (): Error => new Error('nobody reads so long a body')
