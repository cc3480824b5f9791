import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Tidings, type TidingsOptions } from '@tidings/client'
import { onTestFinished } from 'vitest'

type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
export type Reply = (response: ServerResponse, request: ReceivedRequest) => void

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
export const failed = (status: number, code: string, headers?: Record<string, string>): Reply =>
  json(status, { error_code: code }, headers)
/** Closes the connection without a response. */
export const cut: Reply = (response) => void response.socket!.destroy()
/** Sends the head and a part of the body, then closes the connection. */
export const cutInBody: Reply = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
  response.write('{"id": "msg', () => response.socket!.destroy())
}
export const noResponse: Reply = () => undefined

export type ScriptedServer = {
  url: string
  requests: ReceivedRequest[]
  client: (options?: Partial<TidingsOptions>) => Tidings
}

export const apiKey = 'td_test_00SecretOfTheTests'

/** A real HTTP server that gives these replies in turn; the last one is repeated. */
export async function startScriptedServer(...replies: Reply[]): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming
      const request = { method, path, headers, body: Buffer.concat(chunks).toString() }
      requests.push(request)
      replies[Math.min(requests.length, replies.length) - 1]!(response, request)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, requests, client: (options = {}) => new Tidings({ apiKey, url, ...options }) }
}
