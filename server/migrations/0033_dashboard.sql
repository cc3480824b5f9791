-- Locks: operators and audit_log, access exclusive for a moment, and share on audit_log while its index is built: it has a row for
-- each change by a person. Every other object is new. A migration that was interrupted can run again.

-- A person who signs in to the dashboard. `email` identifies the mailbox, `displayed_email` is the address as it was typed.
create table if not exists people (
  id              uuid primary key,
  email           text not null unique,
  displayed_email text not null,
  name            text not null check (char_length(name) between 1 and 120),
  created_at      timestamptz not null default clock_now()
);

-- The people of a live business. They use its test side too.
create table if not exists members (
  business_id uuid not null references businesses,
  person_id   uuid not null references people,
  role        text not null constraint members_role_check check (role in ('owner', 'developer', 'support', 'viewer')),
  created_at  timestamptz not null default clock_now(),
  seen_at     timestamptz,
  primary key (business_id, person_id)
);
create index if not exists members_of_person on members (person_id);

-- The link of an invitation is sealed from its id, so no token is stored.
create table if not exists invitations (
  id                  uuid primary key,
  business_id         uuid not null references businesses,
  email               text not null,
  displayed_email     text not null,
  role                text not null constraint invitations_role_check check (role in ('owner', 'developer', 'support', 'viewer')),
  invited_by          uuid references people,
  invited_by_operator uuid references operators,
  created_at          timestamptz not null default clock_now(),
  expires_at          timestamptz not null,
  accepted_at         timestamptz,
  revoked_at          timestamptz
);
create unique index if not exists invitations_open on invitations (business_id, email) where accepted_at is null and revoked_at is null;
create index if not exists invitations_of_business on invitations (business_id, created_at desc);
create index if not exists invitations_expiry on invitations (expires_at);
create index if not exists invitations_open_by_operator on invitations (invited_by_operator)
  where invited_by_operator is not null and accepted_at is null and revoked_at is null;

-- One attempt to sign in or to register a passkey. It ends when it is used, and is valid only in the browser that began it.
-- `person_id` is null until the person is known. `secret` is the challenge of a passkey or the verifier of OpenID Connect.
create table if not exists sign_in_attempts (
  id           uuid primary key,
  method       text not null constraint sign_in_attempts_method_check check (method in ('link', 'passkey', 'passkey_registration', 'openid')),
  browser_hash bytea check (octet_length(browser_hash) = 32),
  person_id    uuid references people,
  secret       text,
  created_at   timestamptz not null default clock_now(),
  expires_at   timestamptz not null,
  used_at      timestamptz
);
create index if not exists sign_in_attempts_expiry on sign_in_attempts (expires_at);
create index if not exists sign_in_attempts_of_person on sign_in_attempts (person_id, created_at);

-- Only the hash of the cookie's token is stored. `proved_at` is the last time that the person proved who they are.
create table if not exists dashboard_sessions (
  id         uuid primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  person_id  uuid not null references people,
  method     text not null constraint dashboard_sessions_method_check check (method in ('link', 'invitation', 'passkey', 'openid')),
  user_agent text not null check (char_length(user_agent) <= 300),
  created_at timestamptz not null default clock_now(),
  proved_at  timestamptz not null default clock_now(),
  seen_at    timestamptz not null default clock_now(),
  ends_at    timestamptz not null,
  revoked_at timestamptz
);
create index if not exists dashboard_sessions_of_person on dashboard_sessions (person_id, created_at desc);
create index if not exists dashboard_sessions_end on dashboard_sessions (ends_at);

create table if not exists passkeys (
  credential_id text primary key,
  person_id     uuid not null references people,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  name          text not null check (char_length(name) between 1 and 120),
  created_at    timestamptz not null default clock_now(),
  last_used_at  timestamptz
);
create index if not exists passkeys_of_person on passkeys (person_id, created_at);

-- An operator with an address can sign in to the dashboard.
alter table operators add column if not exists email text, add column if not exists displayed_email text;
create unique index if not exists operators_email on operators (email) where revoked_at is null;

-- A change is made by an operator or by a person in the dashboard, as a member of a business or for their own account.
alter table audit_log
  add column if not exists person_id uuid references people,
  add column if not exists actor_kind text not null default 'operator'
    constraint audit_log_actor_kind_check check (actor_kind in ('operator', 'member'))
    constraint audit_log_actor check ((actor_kind = 'member') = (person_id is not null) and (actor_kind = 'operator' or actor_id is null));
create index if not exists audit_log_of_target on audit_log (business_id, target, at desc) where target is not null;
