-- Locks: webhook_endpoints, access exclusive for a moment (columns with a constant default, without a rewrite); the table is new.

-- The ids of the keys that encrypted the two secrets. Until now there was one key, which is key 0. The previous release stores
-- secrets without these columns; it has only that key, so the default is correct.
alter table webhook_endpoints
  add column secret_key_id text not null default '0',
  add column previous_secret_key_id text not null default '0';

-- For each key that this database was used with, an HMAC of a constant: it detects another key under the same id, or another digest
-- key, before that key is used.
create table secret_key_checks (
  kind        text not null check (kind in ('sealing', 'digest')),
  key_id      text not null check (char_length(key_id) between 1 and 16),
  check_value bytea not null check (octet_length(check_value) = 32),
  created_at  timestamptz not null default clock_now(),
  primary key (kind, key_id)
);
