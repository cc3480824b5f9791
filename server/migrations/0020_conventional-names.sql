-- Locks, in three transactions: stored_answers, credit_balances and installation exclusively, each for an instant. They are separate,
-- because a push locks its balance before it writes its response: one transaction for both tables could deadlock with it. A
-- migration that was interrupted can run again.

-- Renames a table and five columns. The release before this one keeps running during an upgrade, with the old names: a view and two
-- triggers translate. A later release drops them.

do $$
declare
  partition regclass;
begin
  if to_regclass('stored_responses') is not null then
    return;
  end if;
  alter table stored_answers rename to stored_responses;
  alter table stored_responses rename column answered_at to responded_at;
  alter table stored_responses rename constraint stored_answers_body_or_error to stored_responses_body_or_error;
  alter index stored_answers_key rename to stored_responses_key;
  alter index stored_answers_of_recipient rename to stored_responses_of_recipient;
  for partition in select inhrelid::regclass from pg_inherits where inhparent = 'stored_responses'::regclass loop
    execute format('alter table %s rename to %I', partition, replace(partition::text, 'stored_answers', 'stored_responses'));
  end loop;
end $$;
create or replace view stored_answers as
  select business_id, operation, key_digest, fingerprint, body, error_code, recipient_ids, responded_at as answered_at
    from stored_responses;

commit;
begin;

alter table credit_balances add column if not exists low_balance_notified boolean not null default false;
create or replace function translate_low_balance() returns trigger language plpgsql as $$
begin
  if new.low_balance_told <> old.low_balance_told then
    new.low_balance_notified := new.low_balance_told;
  else
    new.low_balance_told := new.low_balance_notified;
  end if;
  return new;
end $$;
create or replace trigger translate_low_balance before update on credit_balances for each row
  when (new.low_balance_told <> old.low_balance_told or new.low_balance_notified <> old.low_balance_notified)
  execute function translate_low_balance();
update credit_balances set low_balance_notified = true where low_balance_told and not low_balance_notified;

commit;
begin;

alter table installation
  add column if not exists location text,
  add column if not exists paused_since timestamptz,
  add column if not exists pause_reason text,
  drop constraint if exists installation_pause_reason,
  drop constraint if exists installation_paused,
  add constraint installation_pause_reason check (pause_reason in ('other_database', 'went_back', 'old_work')),
  add constraint installation_paused check ((paused_since is null) = (pause_reason is null));
update installation set location = place, paused_since = held_since, pause_reason = held_because where location is null;
create or replace function translate_installation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.location := coalesce(new.location, new.place);
    new.place := new.location;
  elsif (new.place, new.held_since, new.held_because) is distinct from (old.place, old.held_since, old.held_because) then
    new.location := new.place;
    new.paused_since := new.held_since;
    new.pause_reason := new.held_because;
  else
    new.place := new.location;
    new.held_since := new.paused_since;
    new.held_because := new.pause_reason;
  end if;
  return new;
end $$;
create or replace trigger translate_installation before insert or update on installation
  for each row execute function translate_installation();
alter table installation alter column location set not null;
