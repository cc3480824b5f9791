-- Locks: members and notices, access exclusive for a moment (columns without a rewrite). The table is new.

-- When a member last opened the list of notices, of the live business and of its test side. Null: never.
alter table members add column notices_seen_at timestamptz, add column test_notices_seen_at timestamptz;

-- When the event of the notice was published. Null: it has none, or its job was not taken yet.
alter table notices add column published_at timestamptz;

-- A notice that is emailed to a member of the business, besides its contact address. A job of the queue has the id.
create table notice_mails (
  id        uuid primary key,
  notice_id uuid not null references notices on delete cascade,
  person_id uuid not null references people on delete cascade
);
create index notice_mails_of_notice on notice_mails (notice_id);
create index notice_mails_of_person on notice_mails (person_id);
