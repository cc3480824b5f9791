-- Locks, in two transactions: messages and nudges, access exclusive for a moment (columns without a rewrite); then none, the table is
-- new. Processes of the release before continue to write rows without these columns.

alter table messages
  -- The key that created the message, and the key of its last update.
  add column if not exists created_key_id    uuid,
  add column if not exists updated_key_id    uuid,
  -- When the message was retracted or became obsolete.
  add column if not exists status_changed_at timestamptz;

-- Null for the nudges of an ordinary push, so that their rows do not grow.
alter table nudges
  -- The key of the push that updated the message, or of the resend. The key of the push that created the message is stored there.
  add column if not exists key_id        uuid,
  add column if not exists resent        boolean check (resent),
  -- `send_at` of the push. `due_at` is cleared when the nudge is queued.
  add column if not exists scheduled_for timestamptz;
commit;
begin;

-- What did not go smoothly (0048): attempts that were refused or whose outcome is unknown, and reports of a failure or that contradict
-- what was known. An attempt that was accepted at once, and its report of delivery, are stored in the nudge alone. `words` are the
-- provider's and may contain an address or a number.
create table if not exists nudge_attempts (
  business_id     uuid not null,
  nudge_id        uuid not null,
  message_id      uuid not null,
  attempt         smallint not null check (attempt > 0),
  source          text not null check (source in ('submission', 'report')),
  outcome         text not null check (outcome in ('accepted', 'refused', 'never_reached', 'unknown', 'delivered', 'read', 'bounced', 'failed', 'no_report')),
  code            text check (char_length(code) <= 100),
  words           text check (char_length(words) <= 500),
  next_attempt_at timestamptz,
  at              timestamptz not null,
  -- A result or a report that arrives twice is stored once.
  primary key (nudge_id, business_id, attempt, source, outcome),
  foreign key (nudge_id, business_id) references nudges (id, business_id) on delete cascade
);
create index if not exists nudge_attempts_of_message on nudge_attempts (message_id, at desc);
