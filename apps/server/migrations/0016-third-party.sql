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
create unique index user_identity_subject_key on user_identity (tenant_id, provider, app_id, subject);
create unique index user_identity_user_key on user_identity (tenant_id, user_id, provider, app_id);
comment on table user_identity is 'class: tenant';

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
create index oauth_state_ends_idx on oauth_state (ends_at);
comment on table oauth_state is 'class: wall';

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
  primary key (tenant_id, hash)
);
create index bind_ticket_ends_idx on bind_ticket (ends_at);
comment on table bind_ticket is 'class: wall';
