-- Locks: businesses and nudges, access exclusive for a moment (columns without a rewrite); the table is new.

-- How many texts a business may send to one number.
alter table businesses
  add column sms_per_number_per_hour integer not null default 60 check (sms_per_number_per_hour >= 0),
  add column sms_per_number_per_day  integer not null default 240 check (sms_per_number_per_day >= 0);

-- The months in which plan.allowance_exceeded was published. The key ensures that it is published once per month.
create table exceeded_allowances (
  business_id uuid not null references businesses,
  period      date not null check (extract(day from period) = 1),
  primary key (business_id, period)
);
-- Until now the event was published with the first email beyond the allowance.
insert into exceeded_allowances (business_id, period)
select b.id, month.start
  from businesses b, (select date_trunc('month', clock_now() at time zone 'UTC')::date as start) month
 where b.email_allowance < (select sum(e.sent) from email_days e where e.business_id = b.id and e.day >= month.start);

-- The time of the last submission; no reported event is earlier. Null for submissions before this migration.
alter table nudges add column submitted_at timestamptz;
