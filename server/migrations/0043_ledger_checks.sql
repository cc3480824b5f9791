-- Locks: businesses, share row exclusive for a moment (a foreign key of a new table).

-- When the balance of each live business was last compared with the sum of its ledger (0064). `folded` is the sum of the entries up to
-- and including (folded_at, folded_id), so that a check reads only the entries after them. `difference` is the balance without the sum of
-- the ledger. A new row is due at once.
create table ledger_checks (
  business_id uuid primary key references businesses,
  folded      bigint not null default 0,
  folded_at   timestamptz not null default '-infinity',
  folded_id   uuid not null default '00000000-0000-0000-0000-000000000000',
  difference  bigint not null default 0,
  checked_at  timestamptz not null default clock_now() - interval '1 hour'
);
create index ledger_checks_oldest on ledger_checks (checked_at);
create index ledger_checks_wrong on ledger_checks (business_id) where difference <> 0;
