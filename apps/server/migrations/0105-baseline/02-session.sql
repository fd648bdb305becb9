-- Sign-in: clients, sessions, tokens, second steps, identities elsewhere and single-use links.

-- The wall: what stands between a stranger and a scope.
create table oauth_client (
  tenant_id text not null default '0',
  id text not null,
  secret_hash text not null,
  grants text[] not null,
  revoked boolean not null default false,
  primary key (tenant_id, id)
);
comment on table oauth_client is 'class: wall';

create table session (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  enterprise_id uuid,
  client_id text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  last_seen_at timestamptz not null,
  address text not null,
  network text not null,
  user_agent text not null,
  revoked_at timestamptz,
  revoked_reason text,
  -- Sessions as people see them: locked, confirmed by password, listed; and the second factor (两步验证).
  locked_at timestamptz,
  -- Wrong words since it was locked.
  unlock_tries int not null default 0,
  -- When the password was last said inside the session.
  confirmed_at timestamptz,
  primary key (tenant_id, id)
);
comment on table session is 'class: wall; object: session';
create index session_user_idx on session (tenant_id, user_id, started_at);
-- Sessions inside an enterprise, which end with it.
create index session_enterprise_idx on session (tenant_id, enterprise_id)
  where enterprise_id is not null and revoked_at is null;
create index session_live_idx on session (tenant_id, last_seen_at, id) where revoked_at is null;
create trigger standing_changes after update on session
  for each row when (old.user_id is distinct from new.user_id
    or old.enterprise_id is distinct from new.enterprise_id or old.ends_at is distinct from new.ends_at
    or old.revoked_at is distinct from new.revoked_at or old.locked_at is distinct from new.locked_at)
  execute function tell_standing('id');
create trigger standing_goes after delete on session for each row execute function tell_standing('id');

create table session_token (
  tenant_id text not null,
  id uuid not null,
  session_id uuid not null,
  access_hash text not null,
  refresh_hash text not null,
  issued_at timestamptz not null,
  access_ends_at timestamptz not null,
  replaced_at timestamptz,
  graced int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, session_id) references session on delete cascade
);
comment on table session_token is 'class: wall';
create index session_token_access_idx on session_token (access_hash);
create index session_token_refresh_idx on session_token (refresh_hash);
create index session_token_session_idx on session_token (tenant_id, session_id);
create trigger standing_changes after update on session_token
  for each row when (old.session_id is distinct from new.session_id
    or old.access_hash is distinct from new.access_hash or old.access_ends_at is distinct from new.access_ends_at)
  execute function tell_standing('session_id');
create trigger standing_goes after delete on session_token for each row execute function tell_standing('session_id');

create table captcha (
  tenant_id text not null default '0',
  random_str text not null,
  answer_hash text not null,
  ends_at timestamptz not null,
  primary key (tenant_id, random_str)
);
comment on table captcha is 'class: wall';

create table ticket (
  tenant_id text not null,
  hash text not null,
  session_id uuid not null,
  purpose text not null,
  target text,
  ends_at timestamptz not null,
  primary key (tenant_id, hash)
);
comment on table ticket is 'class: wall; object: ticket';
create index ticket_hash_idx on ticket (hash);

create table sign_in_attempt (
  tenant_id text not null,
  id uuid not null,
  username text not null,
  network text not null,
  address text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table sign_in_attempt is 'class: wall';
create index sign_in_attempt_pair_idx on sign_in_attempt (tenant_id, username, network, at);
create index sign_in_attempt_address_idx on sign_in_attempt (address, at);

create table known_network (
  tenant_id text not null,
  user_id uuid not null,
  network text not null,
  seen_at timestamptz not null,
  primary key (tenant_id, user_id, network)
);
comment on table known_network is 'class: wall';

-- Ways in by somebody else's word (第三方与目录登录): whom an outside identity belongs to, and what is under way.
-- An account elsewhere that stands for a person here: provider, its application or directory, and its own name for them.
create table user_identity (
  tenant_id text not null references tenant,
  id uuid not null,
  user_id uuid not null,
  provider text not null check (provider in ('wechat', 'directory')),
  app_id text not null,
  subject text not null,
  -- What people call it: a nickname or an account name.
  label text,
  bound_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
comment on table user_identity is 'class: tenant';
create unique index user_identity_subject_key on user_identity (tenant_id, provider, app_id, subject);
create unique index user_identity_user_key on user_identity (tenant_id, user_id, provider, app_id);

-- One trip to a vendor and back: for one purpose, one browser, once.
create table oauth_state (
  tenant_id text not null,
  hash text not null,
  purpose text not null check (purpose in ('login', 'bind')),
  user_id uuid,
  browser_hash text not null,
  ends_at timestamptz not null,
  primary key (tenant_id, hash)
);
comment on table oauth_state is 'class: wall';
create index oauth_state_ends_idx on oauth_state (ends_at);

-- An identity that was proven and belongs to nobody yet: good for binding it once.
create table bind_ticket (
  tenant_id text not null,
  hash text not null,
  provider text not null check (provider in ('wechat', 'directory')),
  app_id text not null,
  subject text not null,
  label text,
  browser_hash text not null,
  ends_at timestamptz not null,
  -- The account that a directory's phone or mail leads to: bound once its own password or its own code is given.
  user_id uuid,
  primary key (tenant_id, hash)
);
comment on table bind_ticket is 'class: wall';
create index bind_ticket_ends_idx on bind_ticket (ends_at);

create table lock_word (
  tenant_id text not null,
  user_id uuid not null,
  hash text not null,
  set_at timestamptz not null,
  primary key (tenant_id, user_id)
);
comment on table lock_word is 'class: wall';

create table second_factor (
  tenant_id text not null,
  user_id uuid not null,
  -- Sealed by the vault; null until the first code of a new one was right.
  secret text,
  enabled_at timestamptz,
  -- One that is being set up.
  pending text,
  pending_at timestamptz,
  -- The newest step whose code was taken: no code counts twice.
  last_step bigint not null default 0,
  -- Codes tried since an instant, over all tickets.
  tries int not null default 0,
  tries_since timestamptz,
  primary key (tenant_id, user_id)
);
comment on table second_factor is 'class: wall';
comment on column second_factor.secret is 'sealed by user_id';
comment on column second_factor.pending is 'sealed by user_id';
create trigger standing_changes after update on second_factor
  for each row when (old.enabled_at is distinct from new.enabled_at)
  execute function tell_standing('user_id');
create trigger standing_comes after insert on second_factor for each row execute function tell_standing('user_id');
create trigger standing_goes after delete on second_factor for each row execute function tell_standing('user_id');

create table recovery_code (
  tenant_id text not null,
  user_id uuid not null,
  hash text not null,
  used_at timestamptz,
  primary key (tenant_id, user_id, hash)
);
comment on table recovery_code is 'class: wall';

-- Between the first step of a way in and the second.
create table second_step (
  tenant_id text not null,
  hash text not null,
  user_id uuid not null,
  -- How the person came, as the way in is to go on.
  entering jsonb not null,
  tries int not null default 0,
  ends_at timestamptz not null,
  primary key (tenant_id, hash)
);
comment on table second_step is 'class: wall';
create index second_step_hash_idx on second_step (hash);
create index second_step_ends_idx on second_step (ends_at);

-- Passwords that a person had before the one that stands: a tenant protected at level three asks for another one.
create table password_used (
  tenant_id text not null references tenant,
  id uuid not null,
  user_id uuid not null,
  hash text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
comment on table password_used is 'class: tenant';
create index password_used_user_idx on password_used (tenant_id, user_id, id);

-- One-time links that let a person set the first password of their account; a link goes with its use.
create table password_link (
  tenant_id text not null,
  hash text not null,
  user_id uuid not null,
  ends_at timestamptz not null,
  primary key (tenant_id, hash)
);
comment on table password_link is 'class: wall';
create index password_link_hash on password_link (hash);
create index password_link_user on password_link (tenant_id, user_id);

-- What stands still until an administrator looks: after a restore, whatever would go out to people.
create table hold (
  tenant_id text not null default '0',
  name text not null,
  since timestamptz not null default now(),
  note text not null default '',
  primary key (tenant_id, name)
);
comment on table hold is 'class: shared';

-- Codes and notices by SMS, and enterprises that apply for themselves.
-- What strangers did that costs money or room, counted over all tenants: codes asked for, applications sent.
create table public_attempt (
  tenant_id text not null,
  id uuid not null,
  kind text not null check (kind in ('sms', 'apply', 'shop', 'register', 'findPhone')),
  address text not null,
  at timestamptz not null,
  phone_index text collate "C",
  primary key (tenant_id, id)
);
comment on table public_attempt is 'class: wall';
create index public_attempt_address_idx on public_attempt (kind, address, at);
create index public_attempt_tenant_idx on public_attempt (kind, tenant_id, at);
create index public_attempt_phone_idx on public_attempt (kind, phone_index, at);
