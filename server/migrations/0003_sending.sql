-- Locks: nudges, access exclusive for a moment (columns without a rewrite), then the rows that are queued again.

alter table nudges
  -- The number of submissions. It is incremented in the commit before each submission.
  add column attempts smallint not null default 0,
  add column bounce_type text check (bounce_type in ('permanent', 'transient'));

-- Each channel has its own queue now. Nudges in the old queue become due at once, so that they are queued again.
update nudges set state = 'waiting', due_at = clock_now() where state = 'queued';

-- Published events (6). The body is the complete envelope, so that every delivery of the event sends the same bytes. The
-- recipient is stored so that an erasure finds the event.
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

-- Emails of a business per UTC day, for the daily cap, the monthly allowance and the complaint rate.
create table email_days (
  business_id uuid not null references businesses,
  day         date not null,
  sent        integer not null default 0 check (sent >= 0),
  complained  integer not null default 0 check (complained >= 0),
  primary key (business_id, day)
);

-- Notices for the operator, for example about a business that was paused because of complaints.
create table notices (
  id          uuid primary key,
  business_id uuid references businesses,
  kind        text not null,
  detail      jsonb not null,
  at          timestamptz not null default clock_now()
);
create index notices_newest on notices (at desc, id desc);
