-- Views of lists (视图): filters, order and columns under a name. A shared one is seen by people of its audience: everybody
-- of the owner's kind, of the same enterprise or shop where the kind has one. It outlives the account of its owner.
create table saved_view (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  owner_id uuid not null,
  audience text collate "C" not null,
  list text collate "C" not null,
  name text not null,
  query text not null,
  columns jsonb,
  is_shared boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table saved_view is 'class: tenant; object: savedView';
create unique index saved_view_name_idx on saved_view (tenant_id, owner_id, list, name);
create index saved_view_shared_idx on saved_view (tenant_id, audience, list) where is_shared;

-- The view that a person's list opens with: an own one, or a shared one.
create table saved_view_default (
  tenant_id text not null,
  user_id uuid not null,
  list text collate "C" not null,
  view_id uuid not null,
  primary key (tenant_id, user_id, list),
  foreign key (tenant_id, view_id) references saved_view on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
comment on table saved_view_default is 'class: tenant';
create index saved_view_default_view_idx on saved_view_default (tenant_id, view_id);
