-- Departures of vehicles (班次) with the six checks before each.
create table shift (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  no text collate "C" not null,
  line_name text collate "C" not null,
  from_station_id uuid not null,
  to_station text not null,
  distance_km numeric not null,
  expressway boolean not null default false,
  depart_at timestamptz not null,
  arrive_at timestamptz,
  vehicle_id uuid not null,
  driver_id uuid,
  relay_driver_id uuid,
  passengers int,
  checks jsonb not null default '[]',
  talk_topic text,
  talk_at timestamptz,
  departed_at timestamptz,
  arrived_at timestamptz,
  released_by uuid,
  cancel_reason text,
  status text not null default 'planned' check (status in ('planned', 'checked', 'departed', 'arrived', 'cancelled')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, from_station_id) references station,
  foreign key (tenant_id, vehicle_id) references vehicle,
  foreign key (tenant_id, driver_id) references employee,
  foreign key (tenant_id, relay_driver_id) references employee,
  foreign key (tenant_id, released_by) references app_user
);
comment on table shift is 'class: enterprise';
create index shift_updated_idx on shift (tenant_id, updated_at, id)
  include (enterprise_id, line_name, status) where removed_at is null;
create index shift_depart_at_idx on shift (tenant_id, depart_at, id)
  include (enterprise_id, line_name) where removed_at is null;
create index shift_line_name_idx on shift (tenant_id, line_name, id) include (enterprise_id) where removed_at is null;
-- Filters, in the list's usual order.
create index shift_by_enterprise_id_idx on shift (tenant_id, enterprise_id, depart_at, id) where removed_at is null;
create index shift_by_from_station_id_idx on shift (tenant_id, from_station_id, depart_at, id) include (enterprise_id) where removed_at is null;
create index shift_by_vehicle_id_idx on shift (tenant_id, vehicle_id, depart_at, id) include (enterprise_id) where removed_at is null;
create index shift_by_driver_id_idx on shift (tenant_id, driver_id, depart_at, id) include (enterprise_id) where removed_at is null;
create index shift_by_status_idx on shift (tenant_id, status, depart_at, id) include (enterprise_id) where removed_at is null;
create index shift_total_idx on shift (tenant_id, enterprise_id) where removed_at is null;
create index shift_station_count_idx on shift (tenant_id, from_station_id, enterprise_id) where removed_at is null;
create index shift_vehicle_count_idx on shift (tenant_id, vehicle_id, enterprise_id) where removed_at is null;
-- Asked for by the foreign keys, and when an enterprise's rows move: the removed ones too.
create index shift_owner_idx on shift (tenant_id, enterprise_id, id);
create index shift_from_station_id_key_idx on shift (tenant_id, from_station_id) where from_station_id is not null;
create index shift_vehicle_id_key_idx on shift (tenant_id, vehicle_id) where vehicle_id is not null;
create index shift_driver_id_key_idx on shift (tenant_id, driver_id) where driver_id is not null;
create index shift_relay_driver_id_key_idx on shift (tenant_id, relay_driver_id) where relay_driver_id is not null;
create index shift_released_by_key_idx on shift (tenant_id, released_by) where released_by is not null;
select follow_enterprise('shift');
create index shift_oversight_idx on shift (tenant_id, oversight_code, depart_at, id)
  include (enterprise_id, line_name, status) where removed_at is null;
create unique index shift_no_key on shift (tenant_id, no);
