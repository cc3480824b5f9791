-- Locks, in two transactions: businesses and recipients against writes for a moment (references of an empty table), and businesses
-- while a small index is built; then email_suppressions, share while its index is built, about a second per million addresses:
-- reads continue, a report of a bounce waits. A migration that was interrupted can run again.

-- What the built-in provider of test sides accepted (0042). An erasure deletes the rows of the recipient, and all rows are purged
-- after 30 days.
create table if not exists test_outbox (
  business_id     uuid not null references businesses,
  id              uuid not null,
  -- The nudge, or the id of an email or acknowledgement of the service itself. Each is stored once on a channel.
  nudge_id        uuid not null,
  message_id      uuid,
  -- The recipient whose data the row contains. Null for an email to the owner that concerns no recipient.
  recipient_id    uuid,
  channel         text not null,
  to_address      text not null,
  from_address    text not null,
  subject         text,
  text            text,
  html            text,
  link            text,
  unsubscribe_url text,
  headers         jsonb,
  template        text,
  parameters      text[],
  at              timestamptz not null default clock_now(),
  -- The order of arrival. Ids of one millisecond have none.
  position        bigint generated always as identity,
  primary key (id, business_id),
  unique (nudge_id, channel, business_id),
  foreign key (recipient_id, business_id) references recipients (id, business_id)
);
create index if not exists test_outbox_of_business on test_outbox (business_id, position);
create index if not exists test_outbox_of_channel on test_outbox (business_id, channel, position);
create index if not exists test_outbox_of_message on test_outbox (message_id, position) where message_id is not null;
create index if not exists test_outbox_of_address on test_outbox (business_id, to_address, position);
create index if not exists test_outbox_of_recipient on test_outbox (recipient_id) where recipient_id is not null;

-- For the purge of test data.
create index if not exists businesses_of_tests on businesses (id) where mode = 'test';

commit;
begin;

create index if not exists email_suppressions_oldest on email_suppressions (business_id, created_at);
