-- Locks: stored_answers and businesses, access exclusive (columns without a rewrite; then the responses of one or two days are read
-- and indexed, and no key is claimed meanwhile); everything else is new.

-- The recipients that a response names, so that an erasure finds it. An erased response has no body; its key stays spent.
alter table stored_answers
  add column recipient_ids uuid[] not null default '{}',
  alter column body drop not null;
create index stored_answers_of_recipient on stored_answers using gin (recipient_ids);

update stored_answers a
   set recipient_ids = array(select r.id from recipients r where r.business_id = a.business_id and r.email = a.body::json ->> 'recipient_email')
 where a.operation = 1;
update stored_answers a
   set recipient_ids = array(select distinct r.id
                               from json_array_elements(a.body::json -> 'results') as item
                               join recipients r on r.business_id = a.business_id and r.email = item -> 'result' ->> 'recipient_email')
 where a.operation = 3;

-- The log of erasures, with counts of what was deleted and without personal data.
create table erasures (
  business_id uuid not null references businesses,
  id          uuid not null,
  kind        text not null check (kind in ('recipient', 'whatsapp')),
  counts      jsonb not null,
  at          timestamptz not null default clock_now(),
  primary key (id, business_id)
);
create index erasures_newest on erasures (business_id, at desc, id desc);

-- How long messages are stored: at least as long as an inbox link is valid and a nudge may wait. Null: without limit.
alter table businesses add column message_retention_days integer check (message_retention_days between 91 and 36500);
