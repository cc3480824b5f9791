-- Locks: number_contacts and whatsapp_replies, access exclusive while an index of each is built (columns without a rewrite); everything else is new.

-- Inbound texts that had an effect. A provider may deliver one again, when the sender may want the opposite. Only a digest of the
-- provider's id is stored, for 30 days.
create table inbound_texts (
  id_digest   bytea primary key check (octet_length(id_digest) = 32),
  received_at timestamptz not null default clock_now()
);
create index inbound_texts_oldest on inbound_texts (received_at);

-- The numbers, or on WhatsApp the ids of numbers, from which a business wrote. A STOP applies to the businesses that wrote from the
-- number to which it was sent. Empty means unknown, as in rows before this migration, and matches all.
alter table number_contacts add column senders text[] not null default '{}';
create index number_contacts_oldest on number_contacts (last_at);

-- Set before the forwarding email is submitted: from then on the email may have been sent.
alter table whatsapp_replies add column forwarded_at timestamptz;
create index whatsapp_replies_oldest on whatsapp_replies (received_at);

-- The numbers whose first reply to a business was or will be acknowledged, so that no acknowledgement is sent twice. `reply_id` is
-- the acknowledged reply. `begun_at` is set before the submission: from then on it may have been sent. `platform_id` is the
-- platform's id of the acknowledgement; a reply to it refers to this id.
create table acknowledged_numbers (
  business_id   uuid not null references businesses,
  number_digest bytea not null check (octet_length(number_digest) = 32),
  reply_id      uuid not null,
  at            timestamptz not null default clock_now(),
  begun_at      timestamptz,
  platform_id   text,
  primary key (number_digest, business_id)
);
create index acknowledged_numbers_platform_id on acknowledged_numbers (platform_id) where platform_id is not null;
