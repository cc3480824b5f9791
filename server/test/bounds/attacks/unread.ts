import { keepOpen, requestOf, send } from '../exchange.ts'
import { fillRecipient } from '../fill.ts'
import { cookieOf, inboxSession } from '../inbox-session.ts'
import type { Row, Stage } from '../row.ts'

const readers = 40
const messages = 1000

/** Readers who ask for much and take nothing. */
export const unreadRows: Row[] = [
  {
    name: 'unread-answers',
    title: `${readers} readers of a 7 MB data export who never read`,
    async prepare(stage: Stage) {
      const { sql, businessId } = stage
      const email = 'archivist@example.com'
      const recipientId = await fillRecipient(sql, { businessId, email, messages, bodyCharacters: 7_000 })
      return { email, ...inboxSession(stage, recipientId) }
    },
    attack(target) {
      const ask = requestOf('GET', '/inbox/held.json', cookieOf(target))
      keepOpen(target, readers, (socket) => {
        socket.pause()
        send(socket, ask)
        // A connection that does not read learns that it was cut off only when it writes. An empty line before a request is ignored.
        const timer = setInterval(() => socket.write('\r\n'), 1000)
        socket.once('close', () => clearInterval(timer))
        return () => undefined
      })
    },
  },
]
