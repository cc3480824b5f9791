-- Locks: none, every object is new.

-- Named credentials of the operator interface. Only the hash of a token is stored.
create table operators (
  id           uuid primary key,
  name         text not null check (char_length(name) between 1 and 120),
  role         text not null constraint operators_role_check check (role in ('support', 'finance', 'admin')),
  token_hash   bytea not null unique check (octet_length(token_hash) = 32),
  created_at   timestamptz not null default clock_now(),
  revoked_at   timestamptz
);
create index operators_newest on operators (created_at desc, id desc);

-- Every change by an operator. The name and the role are those at the time of the change. `personal` contains data of a recipient
-- and `person_digest` an HMAC of their address; an erasure clears both.
create table audit_log (
  id            uuid primary key,
  at            timestamptz not null default clock_now(),
  actor_id      uuid references operators,
  actor_name    text not null,
  actor_role    text not null,
  action        text not null,
  request_id    text not null,
  business_id   uuid,
  target        text,
  before        jsonb,
  after         jsonb,
  person_digest bytea check (octet_length(person_digest) = 32),
  personal      jsonb,
  check ((person_digest is null) = (personal is null))
);
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_of_business on audit_log (business_id, at desc, id desc);
create index audit_log_of_person on audit_log (person_digest) where person_digest is not null;

create function refuse_audit_change() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'UPDATE' and new.personal is null
     and to_jsonb(new) - '{personal,person_digest}'::text[] = to_jsonb(old) - '{personal,person_digest}'::text[] then
    return new;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_is_append_only
  before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_is_not_truncated
  before truncate on audit_log
  for each statement execute function refuse_audit_change();
