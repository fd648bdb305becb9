-- What waits for somebody (待办), and what was said over personal sockets a moment ago.

-- Waits for whoever holds a permit. The lowest id stands for the tenant itself where no enterprise is concerned.
create table todo (
  tenant_id text not null references tenant,
  id uuid not null,
  enterprise_id uuid not null,
  kind text not null,
  subject_type text not null,
  subject_id uuid not null,
  title text not null,
  -- The place where it is done, an address of a screen of ours.
  path text not null,
  user_type text not null check (user_type in ('regulator', 'enterprise', 'shop', 'platform')),
  permit text not null,
  -- Who is to see to it first, where somebody is.
  lead_id uuid,
  due_on date,
  -- Since when it is their turn.
  since timestamptz not null,
  done_at timestamptz,
  done_by uuid,
  done_by_name text,
  primary key (tenant_id, id)
);
comment on table todo is 'class: enterprise';
create unique index todo_subject_key on todo (tenant_id, kind, subject_type, subject_id) where done_at is null;
create index todo_open_idx on todo (tenant_id, user_type, permit, due_on, id) where done_at is null;
create index todo_done_idx on todo (tenant_id, user_type, done_at, id) where done_at is not null;

-- Waits for one person, wherever they work.
create table own_todo (
  tenant_id text not null references tenant,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  subject_type text not null,
  subject_id uuid not null,
  title text not null,
  path text not null,
  due_on date,
  since timestamptz not null,
  done_at timestamptz,
  done_by uuid,
  done_by_name text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user
);
comment on table own_todo is 'class: tenant';
create unique index own_todo_subject_key on own_todo (tenant_id, user_id, kind, subject_type, subject_id)
  where done_at is null;
create index own_todo_about_idx on own_todo (tenant_id, kind, subject_type, subject_id) where done_at is null;
create index own_todo_open_idx on own_todo (tenant_id, user_id, due_on, id) where done_at is null;
create index own_todo_done_idx on own_todo (tenant_id, user_id, done_at, id) where done_at is not null;

-- Whoever does not want to be reminded before a day; what waits for several goes on waiting for the others.
create table todo_snooze (
  tenant_id text not null references tenant,
  user_id uuid not null,
  todo_id uuid not null,
  until_on date not null,
  primary key (tenant_id, user_id, todo_id),
  foreign key (tenant_id, user_id) references app_user
);
comment on table todo_snooze is 'class: tenant';
create index todo_snooze_todo_idx on todo_snooze (tenant_id, todo_id);

-- What was told to browsers, for those who come back within minutes.
create table live_frame (
  tenant_id text not null references tenant,
  id uuid not null,
  at timestamptz not null,
  type text not null,
  data jsonb not null,
  -- To whom: named people, or whoever fits all that is said.
  recipients jsonb not null,
  primary key (tenant_id, id)
);
comment on table live_frame is 'class: tenant';
