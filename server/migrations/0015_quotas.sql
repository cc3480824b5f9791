-- Locks: businesses, access exclusive for an instant (columns without a rewrite); the table is new. Counting reads all messages.

-- How much a business may push in a UTC day, and how many messages may be stored for it at once.
alter table businesses
  add column messages_per_day integer not null default 1000000 check (messages_per_day >= 0),
  add column stored_messages  integer not null default 10000000 check (stored_messages >= 0);

-- How much of both is used. A business without a row has used nothing. `*_notified` is the per cent of the limit that a notice
-- has been written about.
create table message_counts (
  business_id     uuid primary key references businesses,
  stored          bigint not null default 0 check (stored >= 0),
  stored_notified smallint not null default 0 check (stored_notified in (0, 80, 100)),
  day             date not null,
  pushed          integer not null default 0 check (pushed >= 0),
  pushed_notified smallint not null default 0 check (pushed_notified in (0, 80, 100))
);
-- What was pushed today before this migration is not counted.
insert into message_counts (business_id, day, stored)
select business_id, (clock_now() at time zone 'UTC')::date, count(*) from messages group by business_id;
