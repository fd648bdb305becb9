-- Stations (场站) of enterprises; streets and grids that a tenant adds below the divisions of GB/T 2260.

create table station (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  code text collate "C" not null,
  name text collate "C" not null,
  kind text not null,
  grade text,
  region_code text collate "C" not null,
  address text not null,
  lng numeric(9, 6),
  lat numeric(9, 6),
  manager_name text not null,
  manager_phone text not null,
  area_sqm numeric,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table station is 'class: enterprise';

create unique index station_code_key on station (tenant_id, code) where removed_at is null;
-- One index a sort; ids close every order. Row security reads the enterprise, and a part of a name is looked for while a
-- list is walked: both stand in the index, so that neither fetches rows to pass them over.
create index station_updated_idx on station (tenant_id, updated_at, id)
  include (enterprise_id, name, kind, status) where removed_at is null;
create index station_code_idx on station (tenant_id, code, id)
  include (enterprise_id, name, kind, status) where removed_at is null;
-- Narrow, because a search for part of a name reads all of it.
create index station_name_idx on station (tenant_id, name, id) include (enterprise_id) where removed_at is null;
-- Filters that choose few rows, in the list's usual order.
create index station_enterprise_idx on station (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index station_kind_idx on station (tenant_id, kind, updated_at, id) include (enterprise_id) where removed_at is null;
create index station_status_idx on station (tenant_id, status, updated_at, id) include (enterprise_id) where removed_at is null;
create index station_region_idx on station (tenant_id, region_code, id) include (enterprise_id) where removed_at is null;
-- What the total of a whole tenant is counted in: narrow, so that it is never dearer than the table.
create index station_total_idx on station (tenant_id, enterprise_id) where removed_at is null;
-- Asked for by the foreign key, and when an enterprise's stations move: the removed ones too.
create index station_owner_idx on station (tenant_id, enterprise_id, id);

-- A division that has ended names the one that came after it; a tenant's own rows stand below a district.
alter table region
  add column valid_from date,
  add column valid_to date,
  add column replacement text,
  add column enabled boolean not null default true,
  add column version int not null default 1;

alter table enterprise add column town_code text collate "C";
create index enterprise_town_idx on enterprise (tenant_id, town_code, id) where removed_at is null and town_code is not null;
