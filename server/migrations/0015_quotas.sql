-- Locks, in four transactions: businesses, access exclusive for an instant (columns without a rewrite); the table is new. Then none
-- while all messages are counted, which reads the whole table. Then nudges, share while the index is built, about a second for
-- each million texts; reads go on, and what writes nudges waits. Then nudges, access exclusive for an instant.

-- How much a business may push in a UTC day, and how many messages may be stored for it at once.
alter table businesses
  add column if not exists messages_per_day integer not null default 1000000 check (messages_per_day >= 0),
  add column if not exists stored_messages  integer not null default 10000000 check (stored_messages >= 0);

-- How much of both is used. A business without a row has used nothing. `*_notified` is the per cent of the limit that a notice
-- has been written about.
create table if not exists message_counts (
  business_id     uuid primary key references businesses,
  stored          bigint not null default 0 check (stored >= 0),
  stored_notified smallint not null default 0 check (stored_notified in (0, 80, 100)),
  day             date not null,
  pushed          integer not null default 0 check (pushed >= 0),
  pushed_notified smallint not null default 0 check (pushed_notified in (0, 80, 100))
);

-- The exclusive lock ends here: it must not be held while rows are read. Each part can be run again, in case a later one fails.
commit;
begin;

-- What was pushed today before this migration is not counted.
insert into message_counts (business_id, day, stored)
select business_id, (clock_now() at time zone 'UTC')::date, count(*) from messages group by business_id
    on conflict (business_id) do update set stored = excluded.stored;

commit;
begin;

-- The limits of texts to one number count from when a text was submitted: one that was held was made long before.
create index if not exists texts_to_number on nudges (number_digest, coalesce(submitted_at, created_at))
  where channel = 'sms' and charged;

commit;
begin;

drop index if exists nudges_to_number;
