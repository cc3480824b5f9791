import type { Database } from './database.ts'

/**
 * Makes the clock of a development or test database adjustable: `service_now()` is replaced by one that adds a stored shift. A
 * production database has the plain `now()` of the migrations, which reads no table.
 */
export async function installDevelopmentClock(db: Database): Promise<void> {
  await db.command(`
    create table if not exists development_clock (only_row boolean primary key default true check (only_row), shift interval not null);
    insert into development_clock (shift) values ('0') on conflict do nothing;
    create or replace function service_now() returns timestamptz
      language sql stable parallel safe
      as 'select now() + (select shift from development_clock)';`)
}

/** Returns the new time. */
export async function moveDevelopmentClock(db: Database, seconds: number): Promise<Date> {
  if (!Number.isFinite(seconds)) throw new Error('seconds must be a finite number')
  await db.command(`update development_clock set shift = shift + interval '${seconds} seconds'`)
  return db.transaction(async ({ now }) => now)
}
