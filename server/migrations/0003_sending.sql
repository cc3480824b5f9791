-- Locks: nudges, access exclusive for an instant (columns without a rewrite), then the rows that are requeued.

alter table nudges
  -- How often the provider was asked. It goes up with the commit that precedes the asking.
  add column attempts smallint not null default 0,
  add column bounce_type text check (bounce_type in ('permanent', 'transient'));

-- Jobs have moved to a queue for each channel. What was queued in the old one is due now, and is promoted anew.
update nudges set state = 'waiting', due_at = clock_now() where state = 'queued';

-- What happened, as it is told the merchant (6). The body is the envelope itself: it is written once, and every delivery
-- of the event sends the same bytes. The recipient is there so that an erasure finds its copies.
create table events (
  business_id  uuid not null references businesses,
  id           uuid not null,
  type         text not null,
  message_id   uuid,
  recipient_id uuid,
  body         text not null,
  occurred_at  timestamptz not null,
  primary key (id, business_id)
);
create index events_newest on events (business_id, occurred_at desc, id desc);
create index events_of_recipient on events (recipient_id) where recipient_id is not null;

-- Emails of a business by UTC day: what the daily cap, the allowance of a month and the rate of complaints are counted by.
create table email_days (
  business_id uuid not null references businesses,
  day         date not null,
  sent        integer not null default 0 check (sent >= 0),
  complained  integer not null default 0 check (complained >= 0),
  primary key (business_id, day)
);

-- What the operator should know of, such as a business that was paused for its complaints.
create table notices (
  id          uuid primary key,
  business_id uuid references businesses,
  kind        text not null,
  detail      jsonb not null,
  at          timestamptz not null default clock_now()
);
create index notices_newest on notices (at desc, id desc);
