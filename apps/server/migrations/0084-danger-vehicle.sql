-- The vehicle that a danger was found on.
alter table danger no force row level security;
alter table vehicle no force row level security;
alter table danger add column vehicle_id uuid;
alter table danger add constraint danger_vehicle_fkey foreign key (tenant_id, vehicle_id) references vehicle;
create index danger_vehicle_idx on danger (tenant_id, vehicle_id, found_at, id)
  include (enterprise_id, status) where removed_at is null and vehicle_id is not null;
