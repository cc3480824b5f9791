-- Locks, in three transactions: api_keys, access exclusive for a moment (columns without a rewrite, and a check that reads every
-- key; businesses have few); then api_keys, share while the indexes are built: reads continue, writes wait; then access exclusive for
-- a moment.

-- What a key may do, until when, and the hour in which it was last used. Null: everything, for ever, never.
alter table api_keys
  add column if not exists scopes       text[],
  add column if not exists expires_at   timestamptz,
  add column if not exists last_used_at timestamptz;
alter table api_keys drop constraint if exists api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes_check check (
  cardinality(scopes) > 0
  and scopes <@ array['messages:write', 'messages:read', 'recipients', 'erasure', 'webhooks', 'keys', 'credits']);

commit;
begin;

-- Finds the active keys also among many that have expired.
create index if not exists api_keys_unexpired on api_keys (business_id, coalesce(expires_at, 'infinity')) where revoked_at is null;

-- For the list of all keys, and for everything that a key has minted.
create index if not exists api_keys_newest on api_keys (business_id, created_at desc, id desc);
create index if not exists api_keys_minted on api_keys (business_id, minted_by) where minted_by is not null;

commit;
begin;

-- Replaced by api_keys_unexpired. Apart from the others, because it waits for every reader.
drop index if exists api_keys_active;
