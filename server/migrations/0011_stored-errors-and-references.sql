-- Locks, in three transactions: stored_answers and messages, access exclusive for a moment (a column without a rewrite;
-- constraints that are not validated yet). Then both, share update exclusive while the constraints are validated; reads and writes
-- continue. Then messages, share while the index is built, about a second per million messages with a reference; reads continue,
-- writes wait.

-- The code of an error that is replayed (4.1.7). Its body follows from the code, so it is not stored.
alter table stored_answers add column if not exists error_code text;
alter table stored_answers
  drop constraint if exists stored_answers_body_or_error,
  add constraint stored_answers_body_or_error check (body is null or error_code is null) not valid;

-- The contract has no limit for these fields, so the service sets one. Pushes check the same lengths before they write.
alter table messages
  drop constraint if exists messages_reference_check,
  drop constraint if exists messages_order_status_check,
  add constraint messages_reference_check check (char_length(reference) between 1 and 1000) not valid,
  add constraint messages_order_status_check check (char_length(order_status) <= 1000) not valid;

-- Releases the exclusive locks before rows are read. Each part can run again if a later one fails.
commit;
begin;

alter table messages validate constraint messages_reference_check, validate constraint messages_order_status_check;
alter table stored_answers validate constraint stored_answers_body_or_error;

commit;
begin;

-- Begins with the reference, so that a list without that filter cannot use this index.
create index if not exists messages_by_reference on messages (reference, business_id, created_at desc, id desc)
  where reference is not null;
