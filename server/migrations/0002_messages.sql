-- Locks: none, every object is new.

-- Keys begin with the id, which is ordered by time, so that inserts append to the index. Every key includes the business, so that
-- no row is read without its business.

-- A person to whom a business has sent a message. Their number and consents belong to this business only (1.3).
create table recipients (
  business_id            uuid not null references businesses,
  id                     uuid not null,
  email                  text not null check (char_length(email) <= 254),
  phone                  text check (phone ~ '^\+[0-9]{4,15}$'),
  -- The country of the number. Null if no message can be sent to this kind of number or to its country.
  phone_destination      text,
  phone_digest           bytea check (octet_length(phone_digest) = 32),
  sms_consent_at         timestamptz,
  sms_consent_source     text check (sms_consent_source in ('push', 'api', 'admin')),
  sms_stopped_at         timestamptz,
  sms_stop_source        text check (sms_stop_source in ('text', 'inbox', 'admin')),
  whatsapp_opted_in_at   timestamptz,
  whatsapp_opt_in        jsonb,
  whatsapp_stopped_at    timestamptz,
  whatsapp_stop_source   text check (whatsapp_stop_source in ('text', 'inbox', 'admin')),
  whatsapp_withdrawn_at  timestamptz,
  unsubscribed_at        timestamptz,
  created_at             timestamptz not null,
  primary key (id, business_id),
  unique (email, business_id),
  -- Checked at commit: within one transaction a number may change from one recipient to another in any order.
  unique (phone, business_id) deferrable initially deferred,
  check ((phone is null) = (phone_digest is null)),
  check ((sms_consent_at is null) = (sms_consent_source is null)),
  check ((sms_stopped_at is null) = (sms_stop_source is null)),
  check ((whatsapp_stopped_at is null) = (whatsapp_stop_source is null)),
  check (whatsapp_opted_in_at is null or phone is not null)
);

create table messages (
  business_id   uuid not null,
  id            uuid not null,
  recipient_id  uuid not null,
  kind          text not null check (kind in ('one_off', 'updateable')),
  status        text not null check (status in ('active', 'obsolete', 'retracted')),
  subject       text not null check (char_length(subject) between 1 and 300),
  body          text not null check (char_length(body) between 1 and 10000),
  reference     text check (char_length(reference) between 1 and 64),
  order_status  text check (char_length(order_status) <= 64),
  scheduled_for timestamptz,
  opened_at     timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (id, business_id),
  foreign key (recipient_id, business_id) references recipients (id, business_id)
);
create index messages_newest on messages (business_id, created_at desc, id desc);
create index messages_of_recipient on messages (recipient_id, created_at desc, id desc);
-- An updateable push finds the one active message by recipient and subject. The subject is hashed, because it can be too long for
-- an index.
create unique index messages_updateable on messages (recipient_id, md5(subject))
  where kind = 'updateable' and status = 'active';

-- A nudge on one channel (3.2, 3.3). A skipped nudge is stored too, because its reason is in the response.
create table nudges (
  business_id    uuid not null,
  id             uuid not null,
  -- The order of creation, also within one transaction, in which all timestamps are equal.
  made           bigint generated always as identity,
  message_id     uuid not null,
  channel        text not null check (channel in ('email', 'sms', 'whatsapp')),
  state          text not null check (state in ('skipped', 'waiting', 'queued', 'called_off', 'submitting', 'accepted', 'delivered', 'read', 'failed', 'rejected')),
  skipped_reason text,
  error_code     text,
  -- The price in credits, and whether they were charged.
  price          integer not null check (price >= 0),
  charged        boolean not null,
  due_at         timestamptz,
  escalates_at   timestamptz,
  escalation_minutes integer,
  -- On a WhatsApp message: a text is sent if it cannot be delivered. On a text: it is such a fallback.
  fallback       boolean not null,
  number_digest  bytea check (octet_length(number_digest) = 32),
  created_at     timestamptz not null,
  delivered_at   timestamptz,
  read_at        timestamptz,
  bounced_at     timestamptz,
  complained_at  timestamptz,
  ended_at       timestamptz,
  primary key (id, business_id),
  foreign key (message_id, business_id) references messages (id, business_id),
  check ((state = 'waiting') = (due_at is not null)),
  check (state <> 'skipped' or (skipped_reason is not null and not charged)),
  check (channel <> 'email' or price = 0)
);
create index nudges_of_message on nudges (message_id);
create index nudges_due on nudges (due_at) where state = 'waiting';
create index nudges_to_number on nudges (number_digest, created_at) where channel = 'sms' and charged;
-- A message has at most one nudge per channel that was not submitted yet.
create unique index nudges_live on nudges (message_id, channel) where state in ('waiting', 'queued');

-- Suppressions and stops outlive an erasure. They are stored as an HMAC, which can be compared but not read.
create table email_suppressions (
  business_id    uuid not null references businesses,
  address_digest bytea not null check (octet_length(address_digest) = 32),
  reason         text not null check (reason in ('bounced', 'complained', 'unsubscribed')),
  created_at     timestamptz not null default clock_now(),
  primary key (address_digest, business_id)
);
-- Addresses that are undeliverable for any business. They protect the shared sending domain, so the digest is the same for all
-- businesses.
create table platform_suppressions (
  address_digest bytea primary key check (octet_length(address_digest) = 32),
  created_at     timestamptz not null default clock_now()
);
create table number_stops (
  business_id   uuid not null references businesses,
  channel       text not null check (channel in ('sms', 'whatsapp')),
  number_digest bytea not null check (octet_length(number_digest) = 32),
  source        text not null check (source in ('text', 'inbox', 'admin')),
  created_at    timestamptz not null default clock_now(),
  primary key (number_digest, business_id, channel)
);
create table unreachable_numbers (
  business_id   uuid not null references businesses,
  number_digest bytea not null check (octet_length(number_digest) = 32),
  until         timestamptz not null,
  primary key (number_digest, business_id)
);

-- The WhatsApp templates, one per order status, with the last review state that the platform reported.
create table whatsapp_templates (
  order_status text primary key,
  state        text not null check (state in ('approved', 'in_review', 'paused', 'rejected'))
);
insert into whatsapp_templates (order_status, state)
select unnest(array['confirmed', 'shipped', 'ready_for_pickup', 'delivered', 'cancelled', 'refunded', 'delayed']), 'in_review';

-- Destinations whose texts cost more than one credit.
create table sms_prices (
  destination text primary key check (destination ~ '^[A-Z]{2}$'),
  credits     integer not null check (credits between 1 and 100)
);
