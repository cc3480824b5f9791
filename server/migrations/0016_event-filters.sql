-- Locks, in two transactions: events, share while each index is built, about a second per million events; reads continue, writes
-- wait.

-- For lists of events by message and by type. Without these indexes a selective filter reads all events of the business.
create index if not exists events_of_message on events (message_id, occurred_at desc, id desc) where message_id is not null;

commit;
begin;

-- Begins with the type, so that a list without that filter cannot use this index.
create index if not exists events_by_type on events (type, business_id, occurred_at desc, id desc);
