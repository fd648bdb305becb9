-- Sign-in: clients, sessions, tokens, second factors, external identities and single-use links.

-- Tables of class wall are readable only in HTTP scopes. An HTTP scope exists before sign-in.
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
  -- Set while the session is locked (锁屏).
  locked_at timestamptz,
  -- Wrong passwords since the lock.
  unlock_tries int not null default 0,
  -- Last confirmation of the password in the session.
  confirmed_at timestamptz,
  primary key (tenant_id, id)
);
comment on table session is 'class: wall; object: session';
create index session_user_idx on session (tenant_id, user_id, started_at);
-- Used to end the sessions in an enterprise.
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

-- External identities (第三方与目录登录) of users: provider, its application or directory, and its subject id.
create table user_identity (
  tenant_id text not null references tenant,
  id uuid not null,
  user_id uuid not null,
  provider text not null check (provider in ('wechat', 'directory')),
  app_id text not null,
  subject text not null,
  -- Nickname or account name, for display.
  label text,
  bound_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
comment on table user_identity is 'class: tenant';
create unique index user_identity_subject_key on user_identity (tenant_id, provider, app_id, subject);
create unique index user_identity_user_key on user_identity (tenant_id, user_id, provider, app_id);

-- One OAuth round trip, for one purpose and one browser. Single use.
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

-- A proven external identity (WeChat or directory) that is not bound to an account. The ticket can bind it once.
create table bind_ticket (
  tenant_id text not null,
  hash text not null,
  provider text not null check (provider in ('wechat', 'directory')),
  app_id text not null,
  subject text not null,
  label text,
  browser_hash text not null,
  ends_at timestamptz not null,
  -- Account with the phone or email of the directory entry. The binding needs the password of this account or an SMS
  -- code.
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
  -- Encrypted by the vault; null until the first correct code.
  secret text,
  enabled_at timestamptz,
  -- New secret while the user sets up the second factor.
  pending text,
  pending_at timestamptz,
  -- Time step of the last accepted code. A code is accepted once.
  last_step bigint not null default 0,
  -- Tried codes since `tries_since`, over all tickets.
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

-- A sign-in that waits for its second factor.
create table second_step (
  tenant_id text not null,
  hash text not null,
  user_id uuid not null,
  -- Facts of the first step, with which the sign-in continues.
  entering jsonb not null,
  tries int not null default 0,
  ends_at timestamptz not null,
  primary key (tenant_id, hash)
);
comment on table second_step is 'class: wall';
create index second_step_hash_idx on second_step (hash);
create index second_step_ends_idx on second_step (ends_at);

-- Former passwords. Tenants of protection level three (等级保护三级) refuse to use one again.
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

-- Single-use links to set the first password of an account. A used link is deleted.
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

-- Pauses that last until an administrator ends them. A restore pauses all outgoing messages.
create table hold (
  tenant_id text not null default '0',
  name text not null,
  since timestamptz not null default now(),
  note text not null default '',
  primary key (tenant_id, name)
);
comment on table hold is 'class: shared';

-- Acts of anonymous callers that cost money or space, such as SMS codes and applications. Counted over all tenants
-- for rate limits.
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
