-- Locks, in four transactions: businesses, access exclusive for a moment (columns without a rewrite); the table is new. Then none
-- while all messages are counted, which reads the whole table. Then nudges, share while the index is built, about a second per
-- million texts; reads continue, writes wait. Then nudges, access exclusive for a moment.

-- How many pushes a business may make per UTC day, and how many of its messages may be stored.
alter table businesses
  add column if not exists messages_per_day integer not null default 1000000 check (messages_per_day >= 0),
  add column if not exists stored_messages  integer not null default 10000000 check (stored_messages >= 0);

-- The current use of both limits; no row means none. `*_notified` is the percentage of the limit for which a notice exists.
create table if not exists message_counts (
  business_id     uuid primary key references businesses,
  stored          bigint not null default 0 check (stored >= 0),
  stored_notified smallint not null default 0 check (stored_notified in (0, 80, 100)),
  day             date not null,
  pushed          integer not null default 0 check (pushed >= 0),
  pushed_notified smallint not null default 0 check (pushed_notified in (0, 80, 100))
);

-- Releases the exclusive lock before rows are read. Each part can run again if a later one fails.
commit;
begin;

-- Pushes of today before this migration are not counted.
insert into message_counts (business_id, day, stored)
select business_id, (clock_now() at time zone 'UTC')::date, count(*) from messages group by business_id
    on conflict (business_id) do update set stored = excluded.stored;

commit;
begin;

-- The limits of texts to one number count by submission time, because a scheduled text was created long before.
create index if not exists texts_to_number on nudges (number_digest, coalesce(submitted_at, created_at))
  where channel = 'sms' and charged;

commit;
begin;

drop index if exists nudges_to_number;
