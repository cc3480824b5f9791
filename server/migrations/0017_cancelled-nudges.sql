-- Locks: nudges, access exclusive for an instant; then only the rows that are renamed, which have ended.

alter table nudges
  drop constraint nudges_state_check,
  add constraint nudges_state_check check (state in ('waiting', 'queued', 'submitting', 'accepted', 'delivered', 'read', 'failed', 'rejected', 'skipped', 'cancelled')) not valid;

-- The release before this one writes the old name, and runs until the last of its processes has ended.
create function rename_called_off() returns trigger language plpgsql as $$
begin
  new.state := 'cancelled';
  return new;
end $$;
create trigger rename_called_off before insert or update of state on nudges
  for each row when (new.state = 'called_off') execute function rename_called_off();

commit;
begin;

update nudges set state = 'cancelled' where state = 'called_off';

commit;
begin;

alter table nudges validate constraint nudges_state_check;
