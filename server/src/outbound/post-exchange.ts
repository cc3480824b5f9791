import type { Dispatcher } from 'undici'

export type PostRequest = { url: string; headers: Record<string, string>; body: string }
export type ResponseHead = { statusCode: number; retryAfter: string | string[] | undefined }

/**
 * Sends one request and returns the status and headers of the response. The timeout starts at the call, so it includes the
 * wait for a free connection; the client's own timeouts start later, and its abort signal has no effect before the request has
 * a connection.
 *
 * The body is not read (6.4.1) but discarded, so that the connection can be reused. A long or slow body costs more than a new
 * connection, so the connection is closed.
 */
export function exchange(dispatcher: Dispatcher, request: PostRequest, milliseconds: number): Promise<ResponseHead> {
  const { origin, pathname, search } = new URL(request.url)
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let isTimedOut = false
    let bodyBytes = 0
    const timeOut = (): void => {
      isTimedOut = true
      reject(timeoutError())
      controller?.abort(timeoutError())
    }
    let timer = setTimeout(timeOut, milliseconds)

    dispatcher.dispatch(
      { origin, path: `${pathname}${search}`, method: 'POST', headers: request.headers, body: request.body },
      {
        onRequestStart: (started) => {
          controller = started
          if (isTimedOut) started.abort(timeoutError())
        },
        onResponseStart: (_, statusCode, headers) => {
          // Informational responses, such as 103, precede the final response.
          if (statusCode < 200) return
          clearTimeout(timer)
          timer = setTimeout(timeOut, maxBodyMilliseconds)
          resolve({ statusCode, retryAfter: headers['retry-after'] })
        },
        onResponseData: (dispatch, chunk) => {
          bodyBytes += chunk.length
          if (bodyBytes > maxBodyBytes) dispatch.abort(bodyTooLongError())
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

const maxBodyBytes = 16_384
const maxBodyMilliseconds = 1_000

const timeoutError = (): Error => Object.assign(new Error('the receiver took too long'), { code: 'ETIMEDOUT' })
const bodyTooLongError = (): Error => new Error('the response body is too long')
