-- Locks, in three transactions: stored_answers and messages, access exclusive for an instant (a column without a rewrite;
-- constraints that are not checked yet). Then both, share update exclusive while the constraints are checked; reads and writes
-- go on. Then messages, share while the index is built, about a second for each million messages with a reference; reads go
-- on, and what writes messages waits.

-- The code of an error that is replayed (4.1.7). Its body follows from the code, so it is not stored.
alter table stored_answers add column if not exists error_code text;
alter table stored_answers
  drop constraint if exists stored_answers_body_or_error,
  add constraint stored_answers_body_or_error check (body is null or error_code is null) not valid;

-- The contract names no limit for either; these are ours. Pushes check the same lengths before they write.
alter table messages
  drop constraint if exists messages_reference_check,
  drop constraint if exists messages_order_status_check,
  add constraint messages_reference_check check (char_length(reference) between 1 and 1000) not valid,
  add constraint messages_order_status_check check (char_length(order_status) <= 1000) not valid;

-- The exclusive locks end here: they must not be held while rows are read. Each part can be run again, in case a later one fails.
commit;
begin;

alter table messages validate constraint messages_reference_check, validate constraint messages_order_status_check;
alter table stored_answers validate constraint stored_answers_body_or_error;

commit;
begin;

-- Leads with the reference, so that the list without that filter cannot use it by mistake.
create index if not exists messages_by_reference on messages (reference, business_id, created_at desc, id desc)
  where reference is not null;
