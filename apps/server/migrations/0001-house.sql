-- People, tenants, sessions and what the first rooms share. Every table names its class in its comment;
-- one rule after each file turns the class into row security and grants (docs/decisions/0004).

create table brand (
  id text primary key,
  name text not null,
  copy text,
  icp text,
  tec text,
  logo text,
  hosts text[] not null default '{}',
  sort int not null default 0
);
comment on table brand is 'class: brand';

create table tenant (
  tenant_id text primary key,
  name text not null,
  status text not null default 'active' check (status in ('active', 'frozen')),
  created_at timestamptz not null default now()
);
comment on table tenant is 'class: tenant';

create table organ (
  tenant_id text not null references tenant,
  id uuid not null,
  parent_id uuid,
  name text not null,
  sort int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references organ
);
comment on table organ is 'class: tenant';

create table app_user (
  tenant_id text not null references tenant,
  id uuid not null,
  username text collate "C" not null,
  nick_name text not null,
  phone text,
  email text,
  avatar text,
  type text not null check (type in ('regulator', 'enterprise', 'shop', 'platform')),
  password_hash text,
  password_changed_at timestamptz,
  lock_flag text not null default '0' check (lock_flag in ('0', '9')),
  -- The published password of the demonstration stands until this is false or the account is locked.
  demo boolean not null default false,
  -- A demo-mode user: every write is refused.
  demo_mode boolean not null default false,
  organ_id uuid,
  last_enterprise_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, organ_id) references organ
);
create unique index app_user_username_key on app_user (tenant_id, username);
create index app_user_type_idx on app_user (tenant_id, type, nick_name);
comment on table app_user is 'class: tenant';

create table role (
  tenant_id text not null references tenant,
  id uuid not null,
  code text not null,
  name text not null,
  data_scope text not null default '0',
  primary key (tenant_id, id)
);
create unique index role_code_key on role (tenant_id, code);
comment on table role is 'class: tenant';

create table role_permit (
  tenant_id text not null,
  role_id uuid not null,
  permit text not null,
  primary key (tenant_id, role_id, permit),
  foreign key (tenant_id, role_id) references role
);
comment on table role_permit is 'class: tenant';

create table user_role (
  tenant_id text not null,
  user_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, role_id) references role
);
comment on table user_role is 'class: tenant';

create table menu (
  tenant_id text not null references tenant,
  id uuid not null,
  parent_id uuid,
  name text not null,
  path text not null default '',
  component text,
  icon text,
  type text not null default '0' check (type in ('0', '1')),
  permission text,
  sort int not null default 0,
  keep_alive boolean not null default true,
  page_group text[] not null default '{}',
  query jsonb not null default '{}',
  red_dot text,
  pinyin text not null default '',
  roles text[] not null default '{}',
  user_types text[] not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references menu
);
comment on table menu is 'class: shared';

create table dictionary (
  tenant_id text not null references tenant,
  id uuid not null,
  type text not null,
  label text not null,
  edit text not null check (edit in ('fixed', 'platform', 'tenant')),
  primary key (tenant_id, id)
);
create unique index dictionary_type_key on dictionary (tenant_id, type);
comment on table dictionary is 'class: shared';

create table dictionary_item (
  tenant_id text not null,
  id uuid not null,
  dict_id uuid not null,
  type text not null,
  code text not null,
  value text not null,
  label text not null,
  description text,
  sort int not null default 0,
  color text,
  primary key (tenant_id, id)
);
create unique index dictionary_item_value_key on dictionary_item (tenant_id, type, value);
comment on table dictionary_item is 'class: shared';

create table region (
  tenant_id text not null references tenant,
  code text collate "C" not null,
  name text not null,
  parent text,
  level int not null,
  leaf boolean not null,
  pinyin text not null default '',
  path text not null,
  primary key (tenant_id, code)
);
create index region_parent_idx on region (tenant_id, parent, code);
comment on table region is 'class: shared';

create table industry (
  tenant_id text not null references tenant,
  code text collate "C" not null,
  parent text,
  name text not null,
  pinyin text not null default '',
  primary key (tenant_id, code)
);
comment on table industry is 'class: shared';

create table file (
  tenant_id text not null references tenant,
  id uuid not null,
  -- The lowest id stands for the tenant itself, which regulators see and staff do not.
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000',
  owner_id uuid not null,
  purpose text not null,
  name text not null,
  type text not null,
  size_bytes bigint not null,
  key text not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table file is 'class: enterprise';

create table audit (
  tenant_id text not null references tenant,
  id uuid not null,
  parent_id uuid,
  at timestamptz not null default now(),
  user_id uuid,
  user_name text,
  session_id uuid,
  enterprise_id uuid,
  address text not null,
  user_agent text not null,
  request_id text not null,
  call text not null,
  object_type text,
  object_id text,
  outcome text not null check (outcome in ('done', 'failed')),
  note text,
  changes jsonb not null default '[]',
  primary key (tenant_id, id)
);
create index audit_object_idx on audit (tenant_id, object_type, object_id, id);
comment on table audit is 'class: tenant; append-only';

create table counter (
  tenant_id text not null references tenant,
  name text not null,
  value bigint not null,
  primary key (tenant_id, name)
);
comment on table counter is 'class: tenant';

create table job (
  tenant_id text not null references tenant,
  id uuid not null,
  kind text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  user_id uuid not null,
  done int not null default 0,
  total int,
  message text,
  result_url text,
  params jsonb not null default '{}',
  result jsonb,
  cancel_asked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index job_user_idx on job (tenant_id, user_id, created_at, id);
comment on table job is 'class: tenant';

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
  primary key (tenant_id, id)
);
create index session_user_idx on session (tenant_id, user_id, started_at);
comment on table session is 'class: wall';

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
create index session_token_access_idx on session_token (access_hash);
create index session_token_refresh_idx on session_token (refresh_hash);
create index session_token_session_idx on session_token (tenant_id, session_id);
comment on table session_token is 'class: wall';

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
create index ticket_hash_idx on ticket (hash);
comment on table ticket is 'class: wall';

create table sign_in_attempt (
  tenant_id text not null,
  id uuid not null,
  username text not null,
  network text not null,
  address text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index sign_in_attempt_pair_idx on sign_in_attempt (tenant_id, username, network, at);
create index sign_in_attempt_address_idx on sign_in_attempt (address, at);
comment on table sign_in_attempt is 'class: wall';

create table known_network (
  tenant_id text not null,
  user_id uuid not null,
  network text not null,
  seen_at timestamptz not null,
  primary key (tenant_id, user_id, network)
);
comment on table known_network is 'class: wall';
