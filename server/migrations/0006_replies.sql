-- Locks: number_contacts and whatsapp_replies, access exclusive while an index of each is made (columns without a rewrite); everything else is new.

-- Texts that people sent and that changed something. A provider may hand one over again, and whoever has seen one may: by then
-- it can be the opposite of what they want. Only a digest of the provider's id is kept, for 30 days.
create table inbound_texts (
  id_digest   bytea primary key check (octet_length(id_digest) = 32),
  received_at timestamptz not null default clock_now()
);
create index inbound_texts_oldest on inbound_texts (received_at);

-- The numbers, or on WhatsApp the ids of numbers, that a business wrote from: a STOP is for those who wrote from where it was
-- sent to. Empty is not known, as of everything before this, and counts for all.
alter table number_contacts add column senders text[] not null default '{}';
create index number_contacts_oldest on number_contacts (last_at);

-- Set before the mail that forwards it is handed over: from then on a mail may have carried it.
alter table whatsapp_replies add column forwarded_at timestamptz;
create index whatsapp_replies_oldest on whatsapp_replies (received_at);

-- Whose first reply to a business was, or is to be, acknowledged: nobody gets that answer twice. `reply_id` is the reply that is
-- answered. `begun_at` is set before the platform is called: from then on it may have been sent. `platform_id` is the platform's
-- own id of it, by which whoever answers it names the business.
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
