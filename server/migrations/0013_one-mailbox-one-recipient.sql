-- Locks: recipients, access exclusive for a moment (a column without a rewrite, and a check that every stored row meets, which is
-- not validated again); merged_recipients is new. `npm run migrate` converts the stored addresses afterwards.

-- `email` is the identity of the mailbox, with the domain in ASCII form. This is the address as it was first given, if it differs.
alter table recipients add column displayed_email text check (char_length(displayed_email) <= 254);

-- The ASCII form of an address that was accepted earlier can exceed 254 characters. Such addresses are no longer accepted.
alter table recipients
  drop constraint recipients_email_check,
  add constraint recipients_email_check check (char_length(email) <= 2048) not valid;

-- Two recipients with the same mailbox were merged into the older one. Links of the newer one lead to it.
create table merged_recipients (
  business_id  uuid not null,
  id           uuid not null,
  recipient_id uuid not null,
  primary key (id, business_id),
  foreign key (recipient_id, business_id) references recipients (id, business_id) on delete cascade
);
create index merged_recipients_of_recipient on merged_recipients (recipient_id, business_id);
