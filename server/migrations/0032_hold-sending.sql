-- Locks: installation, access exclusive for a moment. The table has one row.

-- An operator can hold sending and state why. A process of the release before treats it as any pause.
alter table installation
  add column if not exists pause_note text check (length(pause_note) between 1 and 500),
  drop constraint if exists installation_held_because_check,
  drop constraint if exists installation_pause_reason,
  add constraint installation_pause_reason check (pause_reason in ('other_database', 'went_back', 'old_work', 'operator'));
