-- Locks, in two transactions: recipients, share while each index is built, about a second per million recipients; reads continue,
-- writes wait. The last part replaces an index, access exclusive for a moment. A migration that was interrupted can run again.

-- The list of recipients, newest first.
create index if not exists recipients_newest on recipients (business_id, created_at desc, id desc);

commit;
begin;

-- Recipients of a business by the last digits of their number, newest first. It begins with the digits, so it also serves the page
-- on which a text can be verified, whose index it replaces.
create index if not exists recipients_by_last_digits on recipients (right(phone, 4), business_id, created_at desc, id desc)
  where phone is not null;
drop index if exists recipients_by_ending;
