-- Locks: nudges, share while the index is built, less than a second per million nudges, because few of them wait; reads continue, writes
-- wait. A migration that was interrupted can run again.

-- The paid nudges of a business that wait for their time, for the page that says what a change of channels means for them. A nudge
-- that is sent at once is never part of it.
create index if not exists nudges_scheduled_paid on nudges (business_id, channel, created_at)
  where state = 'waiting' and channel <> 'email';
