-- Locks: recipients, access exclusive for a moment (a column without a rewrite).

-- The epoch of the links of a recipient. Every link and session contains the epoch of the time when it was issued, and is valid
-- while the recipient has the same one. It is raised when a number is replaced or cleared, and by "sign out everywhere". Links
-- that were issued before this column count as epoch 0.
alter table recipients add column link_epoch integer not null default 0;
