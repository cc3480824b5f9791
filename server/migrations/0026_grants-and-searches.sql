-- Locks: businesses and notices against writes while their indexes are built. Both are small.

-- A grant of credits with an idempotency key, with the balance it resulted in. Money has no expiry, so neither have its keys.
create table credit_grants (
  business_id uuid not null references businesses,
  key         text not null check (char_length(key) between 1 and 255),
  ledger_id   uuid not null,
  balance     integer not null,
  primary key (business_id, key)
);

create index businesses_newest on businesses (created_at desc, id desc);
create index notices_of_business on notices (business_id, at desc, id desc);
