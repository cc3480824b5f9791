-- Locks: nudges and businesses, access exclusive for an instant (columns without a rewrite); everything else is new.

alter table nudges
  -- When silence after the provider took it comes to mean something: a text goes instead, or nobody will ever tell.
  add column check_at timestamptz,
  -- The platform's own id of a WhatsApp message, which is how a reply names what it answers.
  add column platform_id text;
create index nudges_check on nudges (check_at) where check_at is not null;
create index nudges_platform_id on nudges (platform_id) where platform_id is not null;

-- A newly enabled account has a daily limit of texts for two weeks.
alter table businesses add column sms_enabled_at timestamptz;
update businesses set sms_enabled_at = created_at where sms <> 'not_enabled';
create table sms_days (
  business_id uuid not null references businesses,
  day         date not null,
  sent        integer not null default 0 check (sent >= 0),
  primary key (business_id, day)
);

-- Which businesses have lately written to a number: whom a STOP that answers no particular message is meant for. The digest
-- is the platform's, since whoever texts back does not say whose customer they are.
create table number_contacts (
  number_digest bytea not null check (octet_length(number_digest) = 32),
  business_id   uuid not null references businesses,
  channel       text not null check (channel in ('sms', 'whatsapp')),
  last_at       timestamptz not null,
  primary key (number_digest, channel, business_id)
);

-- What recipients write back, kept for 90 days. A reply is taken once, however often the platform hands it over.
create table whatsapp_replies (
  business_id  uuid not null references businesses,
  id           uuid not null,
  recipient_id uuid not null,
  message_id   uuid,
  platform_id  text not null,
  text         text not null,
  received_at  timestamptz not null,
  primary key (id, business_id),
  unique (platform_id, business_id)
);
create index whatsapp_replies_of_recipient on whatsapp_replies (recipient_id);
