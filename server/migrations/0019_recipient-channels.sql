-- Locks: recipients, against writes for a moment (two triggers); then the rows of one part of the recipients at a time while they are
-- copied. The table is new. An interrupted migration can run again.

-- Consents and stops of a recipient per paid channel. No row: neither.
create table if not exists recipient_channels (
  business_id    uuid not null,
  recipient_id   uuid not null,
  channel        text not null,
  consented_at   timestamptz,
  -- How the number was given, on a channel where a given number is the consent.
  consent_source text check (consent_source in ('push', 'api', 'admin')),
  -- The opt-in that the business recorded, on a channel that requires one, and its number. The digest stays when the number is
  -- cleared, so that the opt-in is found when the number is set again.
  opt_in         jsonb,
  consent_digest bytea check (octet_length(consent_digest) = 32),
  stopped_at     timestamptz,
  stop_source    text check (stop_source in ('text', 'inbox', 'admin')),
  -- The number from which STOP was sent. START from this number lifts the stop, also if the recipient has another number by then.
  stop_digest    bytea check (octet_length(stop_digest) = 32),
  -- Permanent.
  withdrawn_at   timestamptz,
  primary key (recipient_id, business_id, channel),
  foreign key (recipient_id, business_id) references recipients (id, business_id) on delete cascade,
  check (consent_source is null or consented_at is not null),
  check (opt_in is null or consent_digest is not null),
  check ((stopped_at is null) = (stop_source is null))
);
create index if not exists recipient_channels_stop_digest on recipient_channels (stop_digest) where stop_digest is not null;

-- Processes of the previous release use columns of recipients during an upgrade. Triggers copy the values in both directions. Both
-- releases lock the row of the recipient first, so that they cannot deadlock.
create or replace function copy_consents(r recipients) returns void language sql as $$
  insert into recipient_channels (business_id, recipient_id, channel, consented_at, consent_source, opt_in, consent_digest, stopped_at,
                                  stop_source, stop_digest, withdrawn_at)
  select r.business_id, r.id, told.*
    from (values
           ('sms', r.sms_consent_at, r.sms_consent_source, null::jsonb, null::bytea, r.sms_stopped_at, r.sms_stop_source,
            r.sms_stop_digest, null::timestamptz),
           ('whatsapp', r.whatsapp_opted_in_at, null, case when r.whatsapp_opted_in_at is not null then r.whatsapp_opt_in end,
            case when r.whatsapp_opted_in_at is not null then coalesce(r.whatsapp_opt_in_digest, r.phone_digest) end,
            r.whatsapp_stopped_at, r.whatsapp_stop_source, null, r.whatsapp_withdrawn_at)
         ) as told (channel, consented_at, consent_source, opt_in, consent_digest, stopped_at, stop_source, stop_digest, withdrawn_at)
   where coalesce(told.consented_at, told.stopped_at, told.withdrawn_at) is not null
      or exists (select from recipient_channels c
                  where c.recipient_id = r.id and c.business_id = r.business_id and c.channel = told.channel)
      on conflict (recipient_id, business_id, channel) do update
     set consented_at = excluded.consented_at, consent_source = excluded.consent_source, opt_in = excluded.opt_in,
         consent_digest = excluded.consent_digest, stopped_at = excluded.stopped_at, stop_source = excluded.stop_source,
         stop_digest = coalesce(excluded.stop_digest, case when excluded.stopped_at is not null then recipient_channels.stop_digest end),
         withdrawn_at = excluded.withdrawn_at
$$;
create or replace function copy_to_recipient_channels() returns trigger language plpgsql as $$
begin
  perform copy_consents(new);
  return null;
end $$;
create or replace trigger copy_new_to_recipient_channels after insert on recipients
  for each row when (pg_trigger_depth() = 0 and coalesce(new.sms_consent_at, new.sms_stopped_at, new.whatsapp_opted_in_at,
    new.whatsapp_stopped_at, new.whatsapp_withdrawn_at) is not null) execute function copy_to_recipient_channels();
create or replace trigger copy_to_recipient_channels
  after update of sms_consent_at, sms_consent_source, sms_stopped_at, sms_stop_source, sms_stop_digest, whatsapp_opted_in_at,
    whatsapp_opt_in, whatsapp_opt_in_digest, whatsapp_stopped_at, whatsapp_stop_source, whatsapp_withdrawn_at on recipients
  for each row when (pg_trigger_depth() = 0) execute function copy_to_recipient_channels();

-- Copies the stored values in sixteen parts, so that a write to a recipient waits for one part at most. Locked rows are skipped and
-- copied at the end, so that the copy cannot deadlock.
create or replace function copy_part(part integer) returns void language sql as $$
  select copy_consents(r) from (
    select * from recipients
     where get_byte(uuid_send(id), 15) % 16 = part
       and coalesce(sms_consent_at, sms_stopped_at, whatsapp_opted_in_at, whatsapp_stopped_at, whatsapp_withdrawn_at) is not null
       for no key update skip locked) r
$$;
commit;
begin;
select copy_part(0);
commit;
begin;
select copy_part(1);
commit;
begin;
select copy_part(2);
commit;
begin;
select copy_part(3);
commit;
begin;
select copy_part(4);
commit;
begin;
select copy_part(5);
commit;
begin;
select copy_part(6);
commit;
begin;
select copy_part(7);
commit;
begin;
select copy_part(8);
commit;
begin;
select copy_part(9);
commit;
begin;
select copy_part(10);
commit;
begin;
select copy_part(11);
commit;
begin;
select copy_part(12);
commit;
begin;
select copy_part(13);
commit;
begin;
select copy_part(14);
commit;
begin;
select copy_part(15);
commit;
begin;
select copy_consents(r) from (
  select * from recipients r
   where coalesce(sms_consent_at, sms_stopped_at, whatsapp_opted_in_at, whatsapp_stopped_at, whatsapp_withdrawn_at) is not null
     and not exists (select from recipient_channels c where c.recipient_id = r.id and c.business_id = r.business_id)
   order by id
     for no key update) r;
commit;
begin;
drop function copy_part;

create or replace function copy_from_recipient_channels() returns trigger language plpgsql as $$
begin
  if new.channel = 'sms' then
    update recipients
       set sms_consent_at = new.consented_at, sms_consent_source = new.consent_source, sms_stopped_at = new.stopped_at,
           sms_stop_source = new.stop_source, sms_stop_digest = new.stop_digest
     where id = new.recipient_id and business_id = new.business_id;
  elsif new.channel = 'whatsapp' then
    update recipients
       set whatsapp_opted_in_at = new.consented_at, whatsapp_opt_in = new.opt_in, whatsapp_opt_in_digest = new.consent_digest,
           whatsapp_stopped_at = new.stopped_at, whatsapp_stop_source = new.stop_source, whatsapp_withdrawn_at = new.withdrawn_at
     where id = new.recipient_id and business_id = new.business_id;
  end if;
  return null;
end $$;
create or replace trigger copy_from_recipient_channels after insert or update on recipient_channels
  for each row when (pg_trigger_depth() = 0) execute function copy_from_recipient_channels();
