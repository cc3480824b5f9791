import { get } from 'node:http'

/**
 * The health check of the image: exits with 0 if GET /livez of this container responds with 200. JavaScript, because stripping
 * types takes longer than the check.
 */
const { ADMIN_PORT, ADMIN_HOST, PORT, HOST } = process.env
const listening = ADMIN_PORT ? { host: ADMIN_HOST || HOST, port: ADMIN_PORT } : { host: HOST, port: PORT || 3000 }
const isEveryAddress = [undefined, '', '0.0.0.0', '::'].includes(listening.host)
const options = {
  host: isEveryAddress ? '127.0.0.1' : listening.host,
  port: Number(listening.port),
  path: '/livez',
  signal: AbortSignal.timeout(4_000),
}
get(options, ({ statusCode }) => finish(statusCode === 200, `status ${statusCode}`)).on('error', ({ message }) =>
  finish(false, message),
)

function finish(isLive, detail) {
  process.stdout.write(`${detail}\n`)
  process.exit(isLive ? 0 : 1)
}
