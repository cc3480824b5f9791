-- Locks: nudges and messages, access exclusive for a moment (columns without a rewrite); nudges, messages and credit_ledger, share row exclusive for
-- a moment (triggers); then credit_ledger, share while two small indexes are built, about a second per million entries: reads continue,
-- writes wait. The tables are new. Rows that exist are counted after the migrations, while the service runs (0059).

-- An escalation that was not needed, because the message was opened before its time. Null for every other nudge.
alter table nudges add column opened_in_time boolean;

-- True: the statement that inserted the row counted it, which costs a push less than a trigger. Null: a trigger counts the row, such as
-- one of a process of the release before.
alter table nudges add column is_counted boolean;
alter table messages add column is_counted boolean;

-- The figures of a business by day (UTC). A row counts the pushes of that day, the nudges or messages that were created on it by what
-- became of them, or the entries of the ledger by their kind. `count` and `credits` include rows that were deleted since, which are also in `removed` and
-- `removed_credits`: what was sent does not become less by an erasure.
create table figures (
  business_id     uuid not null references businesses,
  day             date not null,
  subject         text not null check (subject in ('push', 'nudge', 'message', 'ledger')),
  channel         text not null,
  state           text not null,
  reason          text not null,
  mark            text not null check (mark in ('', 'bounced', 'complained', 'opened_in_time')),
  delay           smallint not null,
  count           bigint not null,
  credits         bigint not null,
  removed         bigint not null,
  removed_credits bigint not null,
  primary key (business_id, day, subject, channel, state, reason, mark, delay)
);

-- What a transaction adds to the figures. Workers add these rows to `figures` and delete them, in any order. A push only appends here,
-- so pushes of a business do not wait for each other; there is no index, because it would cost as much as the rows.
create table figure_changes (
  business_id     uuid not null,
  day             date not null,
  subject         text not null,
  channel         text not null,
  state           text not null,
  reason          text not null,
  mark            text not null,
  delay           smallint not null,
  count           bigint not null,
  credits         bigint not null,
  removed         bigint not null,
  removed_credits bigint not null
);

-- One row, as soon as the rows that existed before the triggers are counted.
create table figures_complete (
  only_row boolean primary key default true check (only_row),
  since    timestamptz not null
);

create function figure_day(at timestamptz) returns date language sql immutable
  as $$ select (at at time zone 'UTC')::date $$;
-- Before its submission has ended, the state of a nudge changes several times, and the figures do not.
create function figure_state(state text) returns text language sql immutable
  as $$ select case when state in ('waiting', 'queued', 'submitting') then 'pending' else state end $$;
create function figure_mark(complained_at timestamptz, bounced_at timestamptz, opened_in_time boolean) returns text language sql immutable
  as $$ select case when complained_at is not null then 'complained' when bounced_at is not null then 'bounced'
                    when opened_in_time then 'opened_in_time' else '' end $$;
-- The position of the time to the delivery in the list of `figures/delays.decide.ts`, or -1 without a delivery.
create function figure_delay(sendable_at timestamptz, delivered_at timestamptz) returns smallint language sql immutable
  as $$ select (case when delivered_at is null then -1
                     else width_bucket(extract(epoch from delivered_at - sendable_at)::float8,
                                       array[5, 10, 30, 60, 300, 900, 3600, 21600, 86400]::float8[]) end)::smallint $$;
-- What a nudge cost, or would have cost.
create function figure_credits(charged boolean, opened_in_time boolean, price integer) returns bigint language sql immutable
  as $$ select (case when charged or opened_in_time then price else 0 end)::bigint $$;

create function count_inserted_nudge() returns trigger language plpgsql as $$
begin
  insert into figure_changes (business_id, day, subject, channel, state, reason, mark, delay, count, credits, removed, removed_credits)
  values (new.business_id, figure_day(new.created_at), 'nudge', new.channel, figure_state(new.state),
          coalesce(new.skipped_reason, new.error_code, ''), figure_mark(new.complained_at, new.bounced_at, new.opened_in_time),
          figure_delay(coalesce(new.escalates_at, new.scheduled_for, new.created_at), new.delivered_at),
          1, figure_credits(new.charged, new.opened_in_time, new.price), 0, 0);
  return null;
end $$;
create trigger count_inserted_nudge after insert on nudges
  for each row when (new.is_counted is null) execute function count_inserted_nudge();

create function count_updated_nudges() returns trigger language plpgsql as $$
begin
  insert into figure_changes (business_id, day, subject, channel, state, reason, mark, delay, count, credits, removed, removed_credits)
  select n.business_id, figure_day(n.created_at), 'nudge', n.channel, figure_state(n.state), coalesce(n.skipped_reason, n.error_code, ''),
         figure_mark(n.complained_at, n.bounced_at, n.opened_in_time),
         figure_delay(coalesce(n.escalates_at, n.scheduled_for, n.created_at), n.delivered_at),
         sum(n.sign), sum(n.sign * figure_credits(n.charged, n.opened_in_time, n.price)), 0, 0
    from (select -1 as sign, b.* from before b union all select 1, a.* from after a) n
   group by 1, 2, 4, 5, 6, 7, 8
  having sum(n.sign) <> 0 or sum(n.sign * figure_credits(n.charged, n.opened_in_time, n.price)) <> 0;
  return null;
end $$;
create trigger count_updated_nudges after update on nudges
  referencing old table as before new table as after for each statement execute function count_updated_nudges();

create function count_deleted_nudges() returns trigger language plpgsql as $$
begin
  insert into figure_changes (business_id, day, subject, channel, state, reason, mark, delay, count, credits, removed, removed_credits)
  select n.business_id, figure_day(n.created_at), 'nudge', n.channel, figure_state(n.state), coalesce(n.skipped_reason, n.error_code, ''),
         figure_mark(n.complained_at, n.bounced_at, n.opened_in_time),
         figure_delay(coalesce(n.escalates_at, n.scheduled_for, n.created_at), n.delivered_at),
         0, 0, count(*), sum(figure_credits(n.charged, n.opened_in_time, n.price))
    from before n group by 1, 2, 4, 5, 6, 7, 8;
  return null;
end $$;
create trigger count_deleted_nudges after delete on nudges
  referencing old table as before for each statement execute function count_deleted_nudges();

create function count_inserted_message() returns trigger language plpgsql as $$
begin
  insert into figure_changes (business_id, day, subject, channel, state, reason, mark, delay, count, credits, removed, removed_credits)
  values (new.business_id, figure_day(new.created_at), 'message', '', case when new.opened_at is null then 'unopened' else 'opened' end,
          '', '', -1, 1, 0, 0, 0);
  return null;
end $$;
create trigger count_inserted_message after insert on messages
  for each row when (new.is_counted is null) execute function count_inserted_message();

-- For each row, because few messages are opened at once, and a push that updates messages then costs nothing here.
create function count_changed_message() returns trigger language plpgsql as $$
begin
  insert into figure_changes (business_id, day, subject, channel, state, reason, mark, delay, count, credits, removed, removed_credits)
  select new.business_id, figure_day(at), 'message', '', case when opened_at is null then 'unopened' else 'opened' end, '', '', -1,
         sign, 0, 0, 0
    from (values (old.created_at, old.opened_at, -1), (new.created_at, new.opened_at, 1)) change (at, opened_at, sign);
  return null;
end $$;
create trigger count_changed_message after update of opened_at, created_at on messages
  for each row when ((old.opened_at is null) <> (new.opened_at is null) or old.created_at <> new.created_at)
  execute function count_changed_message();

create function count_deleted_messages() returns trigger language plpgsql as $$
begin
  insert into figure_changes (business_id, day, subject, channel, state, reason, mark, delay, count, credits, removed, removed_credits)
  select m.business_id, figure_day(m.created_at), 'message', '', case when m.opened_at is null then 'unopened' else 'opened' end, '', '', -1,
         0, 0, count(*), 0
    from before m group by 1, 2, 5;
  return null;
end $$;
create trigger count_deleted_messages after delete on messages
  referencing old table as before for each statement execute function count_deleted_messages();

create function count_ledger_entries() returns trigger language plpgsql as $$
begin
  insert into figure_changes (business_id, day, subject, channel, state, reason, mark, delay, count, credits, removed, removed_credits)
  select l.business_id, figure_day(l.at), 'ledger', '', l.kind, '', '', -1, count(*), sum(l.delta), 0, 0
    from after l group by 1, 2, 5;
  return null;
end $$;
create trigger count_ledger_entries after insert on credit_ledger
  referencing new table as after for each statement execute function count_ledger_entries();

-- For the filters of the ledger. Most entries are charges, which add nothing to these indexes.
create index credit_ledger_grants on credit_ledger (business_id, at desc, id desc) where kind in ('grant', 'correction');
create index credit_ledger_refunds on credit_ledger (business_id, at desc, id desc) where kind = 'refund';
