-- Locks: businesses and credit_balances, access exclusive for a moment (a column each, without a rewrite); everything else is new.

-- Where the events of a business are delivered (2.12). A secret is encrypted for its own row, so it cannot be decrypted in another
-- row. During a rotation the previous secret is valid too.
create table webhook_endpoints (
  business_id          uuid not null references businesses,
  id                   uuid not null,
  url                  text not null check (char_length(url) <= 2048),
  event_types          text[] not null,
  description          text check (char_length(description) <= 500),
  secret               bytea not null,
  secret_ending        text not null check (char_length(secret_ending) = 4),
  previous_secret      bytea,
  previous_until       timestamptz,
  consecutive_failures integer not null default 0 check (consecutive_failures >= 0),
  disabled_at          timestamptz,
  last_success_at      timestamptz,
  last_error           text,
  created_at           timestamptz not null default clock_now(),
  primary key (id, business_id),
  check ((previous_secret is null) = (previous_until is null))
);
create index webhook_endpoints_of_business on webhook_endpoints (business_id);

-- The delivery of one event to one endpoint. `tries` contains the response of each attempt, at most eight.
create table webhook_deliveries (
  business_id uuid not null,
  id          uuid not null,
  event_id    uuid not null,
  endpoint_id uuid not null,
  state       text not null check (state in ('waiting', 'queued', 'delivered', 'exhausted', 'dropped')),
  tries       jsonb not null default '[]',
  due_at      timestamptz,
  created_at  timestamptz not null default clock_now(),
  ended_at    timestamptz,
  primary key (id, business_id),
  check ((state = 'waiting') = (due_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where state = 'waiting';
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_of_event on webhook_deliveries (event_id);

-- Low balance is published once, and again only after credits were added.
alter table credit_balances add column low_balance_told boolean not null default false;

-- The address for notices to the owner of a business, for example about a disabled endpoint.
alter table businesses add column contact_email text check (char_length(contact_email) <= 254);
