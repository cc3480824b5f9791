-- Locks, in two transactions: events, share while each index is built, about a second for each million events; reads go on, and what
-- writes events waits.

-- The log of events by message and by type. Without them a filter that few events pass reads all of a business's 30 days.
create index if not exists events_of_message on events (message_id, occurred_at desc, id desc) where message_id is not null;

commit;
begin;

-- Leads with the type, so that the log without that filter cannot use it by mistake.
create index if not exists events_by_type on events (type, business_id, occurred_at desc, id desc);
