import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** A second site, on another host name, that records the requests it receives. */
export type OtherSite = { url: string; show: (markup: string) => void; requests: IncomingMessage[] }

export async function startOtherSite(): Promise<OtherSite> {
  const requests: IncomingMessage[] = []
  let shown = '<!doctype html><title>Elsewhere</title>'
  const server = createServer((request, response) => {
    requests.push(request)
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(shown)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    show: (markup) => (shown = markup),
    requests,
  }
}
