-- Locks: recipients, access exclusive while the index is built, about a second per million rows. The migration is one transaction,
-- so the lock for the columns is not released before the index is built.

alter table recipients
  -- When the recipient last requested an erasure and a new link. Repeated requests are not forwarded each time.
  add column erasure_asked_at timestamptz,
  add column link_asked_at timestamptz;

-- For the page on which a text can be verified by the last four digits of a number. They select one recipient in ten thousand, whose
-- messages are found by the recipient, so that messages need no other index.
create index recipients_by_ending on recipients (right(phone, 4)) where phone is not null;
