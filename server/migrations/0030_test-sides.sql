-- Locks: businesses, exclusive for a moment, while a column and a constraint on a small table are added. Processes of the release
-- before continue to create businesses without a test side; the maintenance creates the missing ones.

-- The live business that a test side belongs to. Null for a live business and for a test business of its own.
alter table businesses
  add column live_business_id uuid unique references businesses,
  add constraint businesses_test_side_check check (live_business_id is null or mode = 'test');
