-- Locks: recipients and number_contacts, access exclusive (columns without a rewrite; then one pass over recipients, in which nothing else
-- reads or writes them); everything else is new.

alter table recipients
  -- The number WhatsApp consent was given for. It stays when the number is cleared, so that setting that number again finds the consent.
  add column whatsapp_opt_in_digest bytea check (octet_length(whatsapp_opt_in_digest) = 32),
  -- The number a STOP was texted from. A START from there lifts the stop, although the recipient holds another number by then.
  add column sms_stop_digest bytea check (octet_length(sms_stop_digest) = 32),
  drop constraint recipients_check4;
update recipients set whatsapp_opt_in_digest = phone_digest where whatsapp_opted_in_at is not null;
update recipients set sms_stop_digest = phone_digest where sms_stop_source = 'text';
alter table recipients
  add constraint recipients_opt_in_number check (whatsapp_opted_in_at is null or coalesce(phone_digest, whatsapp_opt_in_digest) is not null);
create index recipients_sms_stop_digest on recipients (sms_stop_digest) where sms_stop_digest is not null;

-- Numbers a recipient held before the one they hold now: withdrawing WhatsApp consent for good is about these too.
create table past_numbers (
  business_id   uuid not null,
  recipient_id  uuid not null,
  number_digest bytea not null check (octet_length(number_digest) = 32),
  primary key (recipient_id, business_id, number_digest),
  foreign key (recipient_id, business_id) references recipients (id, business_id) on delete cascade
);

-- Addresses and numbers whose WhatsApp consent was withdrawn for good at a business. They outlive the recipient, and are HMACs: of an
-- address or of a number, which are made with different keys and cannot be mistaken for each other.
create table whatsapp_withdrawals (
  business_id  uuid not null references businesses,
  digest       bytea not null check (octet_length(digest) = 32),
  withdrawn_at timestamptz not null default clock_now(),
  primary key (digest, business_id)
);
-- The digest of an address cannot be made here. It is added when the recipient is erased; until then the recipient's row says it.
insert into whatsapp_withdrawals (business_id, digest, withdrawn_at)
select business_id, phone_digest, whatsapp_withdrawn_at
  from recipients
 where whatsapp_withdrawn_at is not null and phone_digest is not null;

-- A STOP counts however long ago the business wrote, so contacts are not deleted by age. A business that has never written to a number
-- that texted STOP is listed as well, so that a START finds what it stopped: `last_at` is null then.
drop index number_contacts_oldest;
alter table number_contacts alter column last_at drop not null;
