-- Locks: recipients, access exclusive for as long as the index is built, a second or so for each million of them: a migration is one
-- transaction, so what the columns lock for an instant stays locked, and the index cannot be built beside the writing.

alter table recipients
  -- When this recipient last asked the shop to erase them, and when for a fresh link: neither is passed on as often as it is asked.
  add column erasure_asked_at timestamptz,
  add column link_asked_at timestamptz;

-- Is this text real? Whoever asks has the end of a number to go by. It leaves one recipient in ten thousand, and what these were
-- sent is found by the recipient, so that no index over the orders of everybody is needed.
create index recipients_by_ending on recipients (right(phone, 4)) where phone is not null;
