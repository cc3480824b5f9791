-- Locks: audit_log, share while its indexes are built: it has a row for each change by a person, so this is short.

-- For the filters of the log: by one operator or person, by operators of a name, and by an operation.
create index if not exists audit_log_of_actor on audit_log (coalesce(person_id, actor_id), at desc, id desc);
create index if not exists audit_log_of_operator on audit_log (actor_name, at desc, id desc) where actor_kind = 'operator';
create index if not exists audit_log_of_action on audit_log (action, at desc, id desc);
