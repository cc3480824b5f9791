import type { Attack, Stage } from '../attack.ts'
import { keepOpen, requestOf, send } from '../exchange.ts'
import { fillRecipient } from '../fill.ts'
import { cookieOf, inboxSession } from '../inbox-session.ts'

const readers = 40
const messages = 1000

/** Readers who request a large response and never read it. */
export const unreadAttacks: Attack[] = [
  {
    name: 'unread-responses',
    title: `${readers} readers of a 7 MB data export who never read`,
    async prepare(stage: Stage) {
      const { sql, businessId } = stage
      const email = 'archivist@example.com'
      const recipientId = await fillRecipient(sql, { businessId, email, messages, bodyCharacters: 7_000 })
      return { email, ...inboxSession(stage, recipientId) }
    },
    start(target) {
      const exportRequest = requestOf('GET', `${target.inboxPath}/data-export.json`, cookieOf(target))
      keepOpen(target, readers, (socket) => {
        socket.pause()
        send(socket, exportRequest)
        // A connection that does not read notices its close only when it writes. An empty line before a request is ignored.
        const timer = setInterval(() => socket.write('\r\n'), 1000)
        socket.once('close', () => clearInterval(timer))
        return () => undefined
      })
    },
  },
]
