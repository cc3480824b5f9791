-- Locks: none, every object is new.

-- The clock of the service: every timestamp and deadline uses this function, so that a development database can move it. The
-- planner inlines it, because it is an SQL function around now().
create function clock_now() returns timestamptz
  language sql stable parallel safe
  as 'select now()';

create table businesses (
  id                    uuid primary key,
  shard                 text not null check (shard ~ '^[0-9A-Za-z]{2}$'),
  name                  text not null check (char_length(name) between 1 and 120),
  country               text check (country ~ '^[A-Z]{2}$'),
  mode                  text not null check (mode in ('live', 'test')),
  active                boolean not null default true,
  sending_paused        boolean not null default false,
  plan                  text not null default 'active' check (plan in ('active', 'past_due', 'lapsed')),
  sms                   text not null default 'not_enabled' check (sms in ('not_enabled', 'off', 'on', 'on_request')),
  whatsapp              text not null default 'not_enabled' check (whatsapp in ('not_enabled', 'off', 'on', 'on_request')),
  countries             text[],
  email_daily_cap       integer not null default 10000 check (email_daily_cap >= 0),
  sms_warmup_cap        integer not null default 100 check (sms_warmup_cap >= 0),
  email_allowance       integer check (email_allowance >= 0),
  low_balance_threshold integer not null default 50 check (low_balance_threshold >= 0),
  rate_limit_per_second integer not null default 200 check (rate_limit_per_second between 1 and 10000),
  created_at            timestamptz not null default clock_now()
);

-- Only the hash of a key is stored. A revocation cascades along parent_id; minted_by is the history.
create table api_keys (
  business_id uuid not null references businesses,
  id          uuid not null,
  hash        bytea not null unique check (octet_length(hash) = 32),
  masked      text not null,
  name        text not null check (char_length(name) between 1 and 120),
  parent_id   uuid,
  minted_by   uuid,
  created_at  timestamptz not null default clock_now(),
  revoked_at  timestamptz,
  primary key (business_id, id),
  foreign key (business_id, parent_id) references api_keys (business_id, id),
  foreign key (business_id, minted_by) references api_keys (business_id, id),
  check (parent_id is null or parent_id = minted_by)
);
create index api_keys_active on api_keys (business_id) where revoked_at is null;

-- The balance has its own row, so that charges never wait for a change of the settings.
create table credit_balances (
  business_id uuid primary key references businesses,
  balance     integer not null default 0 check (balance >= 0)
);

-- Every change of a balance. A send is charged at most once and refunded at most once.
create table credit_ledger (
  business_id uuid not null references businesses,
  id          uuid not null,
  delta       integer not null check (delta <> 0),
  kind        text not null check (kind in ('grant', 'correction', 'charge', 'refund')),
  send_id     uuid,
  note        text,
  at          timestamptz not null default clock_now(),
  primary key (business_id, id),
  unique (send_id, kind),
  check (case kind
    when 'grant'      then delta > 0 and send_id is null
    when 'correction' then delta < 0 and send_id is null
    when 'charge'     then delta < 0 and send_id is not null
    when 'refund'     then delta > 0 and send_id is not null
  end)
);

create index credit_ledger_newest on credit_ledger (business_id, at desc, id desc);

create function refuse_ledger_change() returns trigger
  language plpgsql
  as $$ begin raise exception 'the credit ledger is append-only'; end $$;
create trigger credit_ledger_is_append_only
  before update or delete or truncate on credit_ledger
  for each statement execute function refuse_ledger_change();

-- Responses of idempotent operations, stored for 24 hours. There is one partition per day, so that a purge drops a table. Of the
-- key a digest is stored, of the request an HMAC. An advisory lock ensures one row per key, because a unique index cannot span
-- partitions.
create table stored_answers (
  business_id uuid not null,
  operation   smallint not null,
  key_digest  bytea not null check (octet_length(key_digest) = 32),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  body        text not null,
  answered_at timestamptz not null default clock_now()
) partition by range (answered_at);
-- A response is stored for one day: compression would cost more than the space.
alter table stored_answers alter column body set storage external;
create index stored_answers_key on stored_answers (key_digest, business_id, operation);
