-- Locks: platform_suppressions, exclusive for a moment (the defaults are stored in the catalog, no row is rewritten), then share
-- while two indexes are built, about a second per million addresses: reads continue, a report of a bounce waits. Processes of the
-- release before continue to run: their rows get the defaults, and the suppressions they read have no expiry.

-- The last permanent bounce, and when the suppression ends unless there is another. Existing rows expire 90 days after this
-- migration and not 90 days after their bounce: earlier releases recorded only the first bounce, so how recently an address was
-- proved undeliverable is unknown, and old rows would all end at once, with emails to addresses that do not exist.
alter table platform_suppressions
  add column bounced_at timestamptz not null default clock_now(),
  add column expires_at timestamptz not null default clock_now() + interval '90 days';
update platform_suppressions set bounced_at = created_at;
create index platform_suppressions_newest on platform_suppressions (bounced_at desc, address_digest desc);
create index platform_suppressions_expiry on platform_suppressions (expires_at);
