-- Locks: none, the table is new.

-- The identity of this database as PostgreSQL reports it. A dump includes the row, so a database that was restored elsewhere can be
-- detected. The first process that starts writes the row, so that a copy of a migrated template has none yet.
create table installation (
  only_row     boolean primary key default true check (only_row),
  place        text not null,
  -- When a sending process was last seen, by PostgreSQL's clock and not by clock_now(), which development can move.
  seen_at      timestamptz not null,
  held_since   timestamptz,
  held_because text check (held_because in ('other_database', 'went_back', 'old_work')),
  check ((held_since is null) = (held_because is null))
);
