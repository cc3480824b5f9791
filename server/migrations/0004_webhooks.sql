-- Locks: businesses and credit_balances, access exclusive for an instant (a column each, without a rewrite); everything else is new.

-- Where a merchant is told what happened (2.12). A secret is sealed for its own row, so a copied row does not open. While one is
-- being rotated the one before is good too.
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

-- One event on its way to one endpoint. `tries` is what was answered, attempt by attempt; at most eight.
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

-- A merchant is told once that the balance runs low, and again only after it was topped up.
alter table credit_balances add column low_balance_told boolean not null default false;

-- Where the owner of a business is told what needs a hand, such as an endpoint that was disabled.
alter table businesses add column contact_email text check (char_length(contact_email) <= 254);
