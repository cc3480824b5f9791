-- Locks, in three transactions: platform_suppressions, exclusive for a moment (the defaults are stored in the catalog); then none
-- that a push or a dispatch waits for, while the rows are updated; then share while two indexes are built, about a second per million
-- addresses: reads continue, a report of a bounce waits. A migration that was interrupted can run again. Processes of the release
-- before continue to run: their rows get the defaults, and the suppressions they read have no expiry.

-- The last permanent bounce, and when the suppression ends unless there is another. Existing rows expire 90 days after this
-- migration and not 90 days after their bounce: earlier releases recorded only the first bounce, so how recently an address was
-- proved undeliverable is unknown, and old rows would all end at once, with emails to addresses that do not exist.
alter table platform_suppressions
  add column if not exists bounced_at timestamptz not null default clock_now(),
  add column if not exists expires_at timestamptz not null default clock_now() + interval '90 days';

commit;
begin;

update platform_suppressions set bounced_at = created_at where bounced_at > created_at;

commit;
begin;

create index if not exists platform_suppressions_newest on platform_suppressions (bounced_at desc, address_digest desc);
create index if not exists platform_suppressions_expiry on platform_suppressions (expires_at);
