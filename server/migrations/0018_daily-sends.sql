-- Locks: email_days and sms_days against writes while their rows are copied, one per business and day; the table is new.

-- Sends of a business per channel and UTC day, for daily limits, the monthly allowance and the complaint rate.
create table daily_sends (
  business_id uuid not null references businesses,
  channel     text not null,
  day         date not null,
  sent        integer not null default 0 check (sent >= 0),
  complained  integer not null default 0 check (complained >= 0),
  primary key (business_id, channel, day)
);

lock table email_days, sms_days in share row exclusive mode;
insert into daily_sends (business_id, channel, day, sent, complained)
select business_id, 'email', day, sent, complained from email_days
union all
select business_id, 'sms', day, sent, 0 from sms_days;

-- Processes of the previous release count in the old tables during an upgrade. Triggers copy the counts in both directions, so that
-- a limit applies to both releases together. In both releases a count begins with an insert, which takes this lock first, so that
-- they cannot deadlock.
create function lock_counts_of_business() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('daily sends ' || new.business_id, 0));
  return new;
end $$;
create trigger lock_counts_of_business before insert on email_days
  for each row when (pg_trigger_depth() = 0) execute function lock_counts_of_business();
create trigger lock_counts_of_business before insert on sms_days
  for each row when (pg_trigger_depth() = 0) execute function lock_counts_of_business();
create trigger lock_counts_of_business before insert on daily_sends
  for each row when (pg_trigger_depth() = 0) execute function lock_counts_of_business();

create function copy_to_daily_sends() returns trigger language plpgsql as $$
begin
  insert into daily_sends (business_id, channel, day, sent, complained)
  values (new.business_id, tg_argv[0], new.day, new.sent, coalesce((to_jsonb(new) ->> 'complained')::integer, 0))
      on conflict (business_id, channel, day) do update set sent = excluded.sent, complained = excluded.complained;
  return null;
end $$;
create trigger copy_to_daily_sends after insert or update on email_days
  for each row when (pg_trigger_depth() = 0) execute function copy_to_daily_sends('email');
create trigger copy_to_daily_sends after insert or update on sms_days
  for each row when (pg_trigger_depth() = 0) execute function copy_to_daily_sends('sms');

create function copy_from_daily_sends() returns trigger language plpgsql as $$
begin
  if new.channel = 'email' then
    insert into email_days (business_id, day, sent, complained) values (new.business_id, new.day, new.sent, new.complained)
        on conflict (business_id, day) do update set sent = excluded.sent, complained = excluded.complained;
  elsif new.channel = 'sms' then
    insert into sms_days (business_id, day, sent) values (new.business_id, new.day, new.sent)
        on conflict (business_id, day) do update set sent = excluded.sent;
  end if;
  return null;
end $$;
create trigger copy_from_daily_sends after insert or update on daily_sends
  for each row when (pg_trigger_depth() = 0) execute function copy_from_daily_sends();
