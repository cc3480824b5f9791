-- Locks: recipients and number_contacts, access exclusive (columns without a rewrite; then all recipients are read while other reads
-- and writes wait); everything else is new.

alter table recipients
  -- The number for which WhatsApp consent was given. It stays when the number is cleared, so that the consent is found when the number is
  -- set again.
  add column whatsapp_opt_in_digest bytea check (octet_length(whatsapp_opt_in_digest) = 32),
  -- The number from which STOP was sent. START from this number lifts the stop, also if the recipient has another number by then.
  add column sms_stop_digest bytea check (octet_length(sms_stop_digest) = 32),
  drop constraint recipients_check4;
update recipients set whatsapp_opt_in_digest = phone_digest where whatsapp_opted_in_at is not null;
update recipients set sms_stop_digest = phone_digest where sms_stop_source = 'text';
alter table recipients
  add constraint recipients_opt_in_number check (whatsapp_opted_in_at is null or coalesce(phone_digest, whatsapp_opt_in_digest) is not null);
create index recipients_sms_stop_digest on recipients (sms_stop_digest) where sms_stop_digest is not null;

-- Previous numbers of a recipient. A permanent withdrawal of WhatsApp consent includes them.
create table past_numbers (
  business_id   uuid not null,
  recipient_id  uuid not null,
  number_digest bytea not null check (octet_length(number_digest) = 32),
  primary key (recipient_id, business_id, number_digest),
  foreign key (recipient_id, business_id) references recipients (id, business_id) on delete cascade
);

-- Addresses and numbers whose WhatsApp consent was withdrawn permanently at a business. They outlive the recipient, as HMACs. Addresses
-- and numbers have different keys, so that their HMACs cannot be equal.
create table whatsapp_withdrawals (
  business_id  uuid not null references businesses,
  digest       bytea not null check (octet_length(digest) = 32),
  withdrawn_at timestamptz not null default clock_now(),
  primary key (digest, business_id)
);
-- SQL cannot compute the digest of an address. It is added when the recipient is erased; until then the row of the recipient counts.
insert into whatsapp_withdrawals (business_id, digest, withdrawn_at)
select business_id, phone_digest, whatsapp_withdrawn_at
  from recipients
 where whatsapp_withdrawn_at is not null and phone_digest is not null;

-- A STOP applies regardless of when the business wrote, so contacts are not purged. A business that never wrote to a number that sent
-- STOP also gets a row, with `last_at` null, so that a START finds the stop.
drop index number_contacts_oldest;
alter table number_contacts alter column last_at drop not null;
