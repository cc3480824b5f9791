import { DatabaseSync } from 'node:sqlite'
import type { WebhookEvent } from '@tidings/client'

export type EventStore = ReturnType<typeof openEventStore>

// Tidings can send an event again for 30 days. After that its id is no longer needed to recognise a duplicate.
const retentionDays = 31

/**
 * The events that arrived. A stored event survives a restart, so the receiver can respond as soon as it is stored and handle it
 * later. An event is handled again if the process dies before it is marked as handled.
 */
export function openEventStore(file: string, handle: (event: WebhookEvent) => Promise<void>) {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec(`
    pragma journal_mode = wal;
    create table if not exists events (
      id text primary key,
      occurred_at text not null,
      body text not null,
      stored_at integer not null default (unixepoch()),
      handled integer not null default 0
    ) strict;
    delete from events where handled = 1 and stored_at < unixepoch() - ${retentionDays} * 86400`)
  const insert = database.prepare('insert into events (id, occurred_at, body) values (?, ?, ?) on conflict do nothing')
  const pending = database.prepare('select id, body from events where handled = 0 order by occurred_at')
  const markHandled = database.prepare('update events set handled = 1 where id = ?')

  async function handleAll(): Promise<void> {
    for (const { id, body } of pending.all() as { id: string; body: string }[])
      try {
        await handle(JSON.parse(body) as WebhookEvent)
        markHandled.run(id)
      } catch (error) {
        console.error(`${id} is not handled and will be tried again`, error)
      }
  }

  let queue = Promise.resolve()
  return {
    /** Stores an event. A duplicate has the same id and changes nothing. */
    add(event: WebhookEvent): void {
      insert.run(event.id, event.occurred_at, JSON.stringify(event))
    },
    /** Handles what is stored and not handled yet, one event after another. */
    handlePending(): Promise<void> {
      queue = queue.then(handleAll)
      return queue
    },
  }
}
