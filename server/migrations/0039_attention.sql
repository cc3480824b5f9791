-- Locks: nudge_attempts, webhook_endpoints and businesses, share while an index is built, about a second per million rows; reads
-- continue, writes wait. A migration that was interrupted can run again.

-- What the operator's page of what needs attention reads, so that it scans no table. Few rows match: attempts that did not go smoothly,
-- endpoints that fail, and businesses that are paused. A push, an email that is accepted and a delivery that succeeds change none.
create index if not exists nudge_attempts_newest on nudge_attempts (at desc);
create index if not exists webhook_endpoints_failing on webhook_endpoints (disabled_at desc, id)
  where disabled_at is not null or consecutive_failures > 0;
create index if not exists businesses_paused on businesses (id) where sending_paused;
