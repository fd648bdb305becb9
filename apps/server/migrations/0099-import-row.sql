-- What an import wrote, so that its person can take it back: kept for as long as that may be done.
create table import_row (
  tenant_id text not null,
  job_id uuid not null,
  row_id uuid not null,
  -- The version that the import left; another one says that the row was changed since.
  version int not null,
  -- The row as it stood before, encrypted values as they are stored; none where the import added it.
  before jsonb,
  written_at timestamptz not null,
  primary key (tenant_id, job_id, row_id),
  foreign key (tenant_id, job_id) references job on delete cascade
);
comment on table import_row is 'class: tenant';
create index import_row_written_idx on import_row (tenant_id, written_at);

-- What became active at once with an import, and what has no place on the map, are counted and listed by themselves.
alter table enterprise add column with_import boolean not null
  generated always as (coalesce(source = 'import' and activated_at - created_at < interval '00:01:00', false)) stored;
create index enterprise_with_import_idx on enterprise (tenant_id, activated_at, id) include (region_code, status)
  where removed_at is null and with_import;
create index enterprise_decided_idx on enterprise (tenant_id, activated_at, id) include (oversight_code, region_code, status)
  where removed_at is null and not with_import;
create index enterprise_unlocated_idx on enterprise (tenant_id, updated_at, id)
  include (region_code, status, color, enterprise_size, supervision_kind) where removed_at is null and point_x is null;

-- The platform's own unit has the name that pages call it by, where nobody gave it another.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  update tenant set name = '平台管理' where tenant_id = '0' and name = '安澜平台';
  update brand set name = '平台管理' where id = '0' and name = '安澜平台';
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
