-- Locks: recipients, access exclusive for an instant (a column without a rewrite, and a check that every stored row meets, which
-- is not validated again); merged_recipients is new. The stored addresses are converted after this, by `npm run migrate`.

-- `email` is the identity of the mailbox: its domain is in ASCII form. This is the address as it was first given, where that is
-- not the same.
alter table recipients add column displayed_email text check (char_length(displayed_email) <= 254);

-- The ASCII form of an address that was accepted before can be longer than 254 characters. None is accepted any more.
alter table recipients
  drop constraint recipients_email_check,
  add constraint recipients_email_check check (char_length(email) <= 2048) not valid;

-- Two recipients that turned out to be one mailbox were merged into the older one. Links that name the other lead to it.
create table merged_recipients (
  business_id  uuid not null,
  id           uuid not null,
  recipient_id uuid not null,
  primary key (id, business_id),
  foreign key (recipient_id, business_id) references recipients (id, business_id) on delete cascade
);
create index merged_recipients_of_recipient on merged_recipients (recipient_id, business_id);
