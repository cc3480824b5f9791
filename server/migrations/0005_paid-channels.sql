-- Locks: nudges and businesses, access exclusive for a moment (columns without a rewrite); everything else is new.

alter table nudges
  -- When a nudge without a report is checked: a fallback text is sent, or the outcome stays unknown.
  add column check_at timestamptz,
  -- The platform's id of a WhatsApp message. A reply refers to it.
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

-- The businesses that recently wrote to a number. A STOP that refers to no message applies to them. The digest is the same for
-- all businesses, because an inbound text does not name a business.
create table number_contacts (
  number_digest bytea not null check (octet_length(number_digest) = 32),
  business_id   uuid not null references businesses,
  channel       text not null check (channel in ('sms', 'whatsapp')),
  last_at       timestamptz not null,
  primary key (number_digest, channel, business_id)
);

-- Replies of recipients, stored for 90 days. A reply is stored once, also if the platform delivers it several times.
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
