-- Locks: businesses, access exclusive for a moment (a column without a rewrite).

-- A PNG without what is not displayed. It is compressed already, and only read where it is shown.
alter table businesses add column logo bytea check (octet_length(logo) between 1 and 24576);
alter table businesses alter column logo set storage external;
