-- Locks: none; the functions are replaced and the table is new. Prepared statements are planned again.

-- The clock of the service, which a development database can move.
create function service_now() returns timestamptz
  language sql stable parallel safe
  as 'select now()';

-- The distance from the clock of the service to the clock of a transaction. It is zero, except in a transaction of a test side that
-- has advanced its clock: that sets it at its beginning (db/database.ts).
create function clock_shift() returns interval
  language sql stable parallel safe
  as $$
    select case when coalesce(current_setting('tidings.clock_shift', true), '') = '' then interval '0'
                else current_setting('tidings.clock_shift')::interval end
  $$;

-- The clock of the transaction: every timestamp and deadline uses this function. The planner inlines all three.
create or replace function clock_now() returns timestamptz
  language sql stable parallel safe
  as 'select service_now() + clock_shift()';

-- How far the clock of a test side is ahead of the clock of the service. A business without a row has the clock of the service.
-- claimed_until: an advance is running until then at the latest.
create table test_clocks (
  business_id   uuid primary key references businesses,
  shift         interval not null check (shift >= '0'),
  claimed_until timestamptz
);
