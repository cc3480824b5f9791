-- Locks: nudges, access exclusive for a moment; then only the rows whose state is renamed.

alter table nudges
  drop constraint nudges_state_check,
  add constraint nudges_state_check check (state in ('waiting', 'queued', 'submitting', 'accepted', 'delivered', 'read', 'failed', 'rejected', 'skipped', 'cancelled')) not valid;

-- Processes of the previous release write the old name during an upgrade.
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
