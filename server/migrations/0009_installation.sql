-- Locks: none, the table is new.

-- Where this database is, in PostgreSQL's own words: a dump takes the row along, and so a database that was restored elsewhere
-- knows that it is not where it was. The row is written by the first process that starts, not here, so that a copy of a migrated
-- template belongs to nobody yet.
create table installation (
  only_row     boolean primary key default true check (only_row),
  place        text not null,
  -- When a process that sends was last here, by PostgreSQL's clock and not by clock_now(): it is about processes.
  seen_at      timestamptz not null,
  held_since   timestamptz,
  held_because text check (held_because in ('other_database', 'went_back', 'old_work')),
  check ((held_since is null) = (held_because is null))
);
