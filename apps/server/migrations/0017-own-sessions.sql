-- Sessions as people see them: locked, confirmed by password, listed; and the second factor (两步验证).

alter table session add column locked_at timestamptz;
-- Wrong words since it was locked.
alter table session add column unlock_tries int not null default 0;
-- When the password was last said inside the session.
alter table session add column confirmed_at timestamptz;
create index session_live_idx on session (tenant_id, last_seen_at, id) where revoked_at is null;

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
create index second_step_hash_idx on second_step (hash);
create index second_step_ends_idx on second_step (ends_at);
comment on table second_step is 'class: wall';
