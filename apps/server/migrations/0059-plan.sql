-- Plans that enterprises buy (套餐): those of the platform stand in its own tenant and are read by all.
create table plan (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  name text collate "C" not null,
  code text collate "C" not null,
  shelf text not null default 'delisted' check (shelf in ('delisted', 'listed')),
  -- Prices by years, each with an id; amounts in fen.
  price_list jsonb not null,
  content jsonb not null,
  car_types text[] not null default '{}',
  opens text[] not null default '{}',
  seats int not null default 0 check (seats >= 0),
  storage_mb int not null default 0 check (storage_mb >= 0),
  lookups int not null default 0 check (lookups >= 0),
  sort int not null default 0,
  edition int not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id)
);
comment on table plan is 'class: shared; object: plan';
create unique index plan_code_key on plan (tenant_id, code) where removed_at is null;
create index plan_updated_idx on plan (tenant_id, updated_at, id) include (shelf) where removed_at is null;
create index plan_name_idx on plan (tenant_id, name, id) include (shelf) where removed_at is null;
create index plan_sort_idx on plan (tenant_id, sort, id) include (shelf) where removed_at is null;
create index plan_shelf_idx on plan (tenant_id, shelf, sort, id) where removed_at is null;
create index plan_total_idx on plan (tenant_id) where removed_at is null;
