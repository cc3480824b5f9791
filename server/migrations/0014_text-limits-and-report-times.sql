-- Locks: businesses, access exclusive for an instant (columns with a constant default, without a rewrite).

-- How many texts a business may send to one number.
alter table businesses
  add column sms_per_number_per_hour integer not null default 60 check (sms_per_number_per_hour >= 0),
  add column sms_per_number_per_day  integer not null default 240 check (sms_per_number_per_day >= 0);
