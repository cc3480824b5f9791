-- Locks: nudges, share while the index is built, about a second per million nudges; reads continue, writes wait. A migration that was
-- interrupted can run again.

-- The nudges that the list of messages shows as problems. A push adds no row: only an outcome does.
create index if not exists nudges_problems on nudges (business_id, message_id desc)
  where state in ('failed', 'rejected') or bounced_at is not null or complained_at is not null;
