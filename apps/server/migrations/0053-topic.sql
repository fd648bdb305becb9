-- Special topics (专题) of a tenant: quick entries of the home page, and campaigns with their tasks.

create table topic (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  type text not null check (type in ('motif', 'campaign')),
  title text collate "C" not null,
  cover jsonb not null default '[]',
  start_on date,
  end_on date,
  -- What it is made of, in order; each has an id of its own that copies and tasks name.
  items jsonb not null,
  sort int not null default 0,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id)
);
comment on table topic is 'class: tenant; object: topic';
create index topic_updated_idx on topic (tenant_id, updated_at, id) include (type) where removed_at is null;
create index topic_title_idx on topic (tenant_id, title, id) include (type) where removed_at is null;
create index topic_type_idx on topic (tenant_id, type, updated_at, id) where removed_at is null;
create index topic_total_idx on topic (tenant_id) where removed_at is null;

-- What an enterprise made of its quick entries: changed, hidden, or its own.
create table topic_entry (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  topic_id uuid not null,
  -- The tenant's item that it stands for; its own id where there is none.
  item_id uuid not null,
  name text not null,
  path text not null,
  icon text,
  hidden boolean not null default false,
  sort int not null default 0,
  updated_at timestamptz not null,
  updated_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, topic_id) references topic
);
comment on table topic_entry is 'class: enterprise';
create unique index topic_entry_item_key on topic_entry (tenant_id, enterprise_id, item_id);
create index topic_entry_topic_idx on topic_entry (tenant_id, topic_id);
select follow_enterprise('topic_entry');

-- Tasks of campaigns that an enterprise has done.
create table topic_task (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  topic_id uuid not null,
  item_id uuid not null,
  done_at timestamptz not null,
  done_by uuid,
  -- Name of who said so, as it was then.
  done_by_name text,
  note text,
  evidence jsonb not null default '[]',
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, topic_id) references topic
);
comment on table topic_task is 'class: enterprise';
create unique index topic_task_item_key on topic_task (tenant_id, enterprise_id, item_id);
create index topic_task_topic_idx on topic_task (tenant_id, topic_id, enterprise_id) include (item_id, done_at);
select follow_enterprise('topic_task');
