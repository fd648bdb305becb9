-- Vehicles of enterprises (车辆); valid_to is the first day on which a paper that it needs on the road ends.
create table vehicle (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  plate_no text collate "C" not null,
  plate_color text not null,
  car_type text not null,
  brand text,
  vin text,
  station_id uuid,
  ownership text not null,
  seats int,
  rated_load_kg int,
  is_dangerous boolean not null default false,
  first_registered_on date not null,
  transport_cert_no text,
  tech_level text,
  terminal_no text,
  driver_id uuid,
  relay_driver_id uuid,
  inspection_to date,
  transport_cert_to date,
  compulsory_to date,
  carrier_to date,
  rating_to date,
  maintenance_to date,
  commercial_to date,
  terminal_to date,
  scrap_on date,
  papers jsonb not null default '[]',
  valid_to date,
  missing text,
  status_on date,
  status text not null default 'operating' check (status in ('operating', 'stopped', 'repairing', 'scrapped', 'transferred')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, station_id) references station,
  foreign key (tenant_id, driver_id) references employee,
  foreign key (tenant_id, relay_driver_id) references employee
);
comment on table vehicle is 'class: enterprise';
create index vehicle_updated_idx on vehicle (tenant_id, updated_at, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
create index vehicle_plate_no_idx on vehicle (tenant_id, plate_no, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
create index vehicle_valid_to_idx on vehicle (tenant_id, valid_to nulls first, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
-- Filters, in the list's usual order.
create index vehicle_by_enterprise_id_idx on vehicle (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index vehicle_by_car_type_idx on vehicle (tenant_id, car_type, updated_at, id) include (enterprise_id) where removed_at is null;
create index vehicle_by_station_id_idx on vehicle (tenant_id, station_id, updated_at, id) include (enterprise_id) where removed_at is null;
create index vehicle_by_is_dangerous_idx on vehicle (tenant_id, is_dangerous, updated_at, id) include (enterprise_id) where removed_at is null;
create index vehicle_by_status_idx on vehicle (tenant_id, status, updated_at, id) include (enterprise_id) where removed_at is null;
create index vehicle_total_idx on vehicle (tenant_id, enterprise_id) where removed_at is null;
create index vehicle_valid_to_count_idx on vehicle (tenant_id, valid_to, enterprise_id) where removed_at is null;
-- Asked for by the foreign keys, and when an enterprise's rows move: the removed ones too.
create index vehicle_owner_idx on vehicle (tenant_id, enterprise_id, id);
create index vehicle_station_id_key_idx on vehicle (tenant_id, station_id) where station_id is not null;
create index vehicle_driver_id_key_idx on vehicle (tenant_id, driver_id) where driver_id is not null;
create index vehicle_relay_driver_id_key_idx on vehicle (tenant_id, relay_driver_id) where relay_driver_id is not null;
select follow_enterprise('vehicle');
create index vehicle_oversight_idx on vehicle (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
-- A plate may come again once its vehicle is gone.
create unique index vehicle_plate_no_key on vehicle (tenant_id, plate_no)
  where removed_at is null and status not in ('scrapped', 'transferred');

-- Equipment of enterprises (设备), special equipment with the day of its next inspection.
create table equipment (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  name text collate "C" not null,
  code text collate "C" not null,
  special_kind text,
  registration_no text,
  use_cert_no text,
  place text not null,
  maker text,
  used_from date,
  next_inspection_on date,
  operator_id uuid,
  papers jsonb not null default '[]',
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, operator_id) references employee
);
comment on table equipment is 'class: enterprise';
create index equipment_updated_idx on equipment (tenant_id, updated_at, id)
  include (enterprise_id, name, status) where removed_at is null;
create index equipment_next_inspection_on_idx on equipment (tenant_id, next_inspection_on nulls first, id)
  include (enterprise_id, name, status) where removed_at is null;
create index equipment_name_idx on equipment (tenant_id, name, id) include (enterprise_id) where removed_at is null;
-- Filters, in the list's usual order.
create index equipment_by_enterprise_id_idx on equipment (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index equipment_by_special_kind_idx on equipment (tenant_id, special_kind, updated_at, id) include (enterprise_id) where removed_at is null;
create index equipment_by_status_idx on equipment (tenant_id, status, updated_at, id) include (enterprise_id) where removed_at is null;
create index equipment_total_idx on equipment (tenant_id, enterprise_id) where removed_at is null;
create index equipment_inspection_count_idx on equipment (tenant_id, next_inspection_on, enterprise_id) where removed_at is null;
-- Asked for by the foreign keys, and when an enterprise's rows move: the removed ones too.
create index equipment_owner_idx on equipment (tenant_id, enterprise_id, id);
create index equipment_operator_id_key_idx on equipment (tenant_id, operator_id) where operator_id is not null;
select follow_enterprise('equipment');
create index equipment_oversight_idx on equipment (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, name, status) where removed_at is null;
create index equipment_code_idx on equipment (tenant_id, code, id) include (enterprise_id) where removed_at is null;

-- Major hazard sources of enterprises (重大危险源) with R, computed from their substances.
create table hazard_source (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  name text collate "C" not null,
  place text not null,
  substances jsonb not null default '[]',
  exposed int not null,
  filed_on date,
  filing_no text,
  assessed_on date,
  papers jsonb not null default '[]',
  remark text,
  r_value numeric not null,
  ratio numeric not null,
  level text not null check (level in ('one', 'two', 'three', 'four', 'none')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table hazard_source is 'class: enterprise';
create index hazard_source_updated_idx on hazard_source (tenant_id, updated_at, id)
  include (enterprise_id, name, level) where removed_at is null;
create index hazard_source_assessed_on_idx on hazard_source (tenant_id, assessed_on nulls first, id)
  include (enterprise_id, name, level) where removed_at is null;
create index hazard_source_name_idx on hazard_source (tenant_id, name, id) include (enterprise_id) where removed_at is null;
-- Filters, in the list's usual order.
create index hazard_source_by_enterprise_id_idx on hazard_source (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index hazard_source_by_level_idx on hazard_source (tenant_id, level, updated_at, id) include (enterprise_id) where removed_at is null;
create index hazard_source_total_idx on hazard_source (tenant_id, enterprise_id) where removed_at is null;
-- Asked for by the foreign keys, and when an enterprise's rows move: the removed ones too.
create index hazard_source_owner_idx on hazard_source (tenant_id, enterprise_id, id);
select follow_enterprise('hazard_source');
create index hazard_source_oversight_idx on hazard_source (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, name, level) where removed_at is null;

-- What vehicles did on single days, as their positioning platforms say.
create table vehicle_day (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  vehicle_id uuid not null,
  day date not null,
  mileage_km numeric not null,
  run_minutes int not null,
  online_minutes int not null,
  plate_no text collate "C" not null,
  online_share int not null,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, vehicle_id) references vehicle
);
comment on table vehicle_day is 'class: enterprise';
create index vehicle_day_updated_idx on vehicle_day (tenant_id, updated_at, id)
  include (enterprise_id, plate_no, online_share);
create index vehicle_day_day_idx on vehicle_day (tenant_id, day, id)
  include (enterprise_id, plate_no, online_share);
create index vehicle_day_plate_no_idx on vehicle_day (tenant_id, plate_no, id) include (enterprise_id);
-- Filters, in the list's usual order.
create index vehicle_day_by_enterprise_id_idx on vehicle_day (tenant_id, enterprise_id, day, id);
create index vehicle_day_by_vehicle_id_idx on vehicle_day (tenant_id, vehicle_id, day, id) include (enterprise_id);
create index vehicle_day_total_idx on vehicle_day (tenant_id, enterprise_id);
create index vehicle_day_day_count_idx on vehicle_day (tenant_id, day, enterprise_id);
-- Asked for by the foreign keys, and when an enterprise's rows move: the removed ones too.
create index vehicle_day_owner_idx on vehicle_day (tenant_id, enterprise_id, id);
create index vehicle_day_vehicle_id_key_idx on vehicle_day (tenant_id, vehicle_id, enterprise_id);
select follow_enterprise('vehicle_day');
create index vehicle_day_oversight_idx on vehicle_day (tenant_id, oversight_code, day, id)
  include (enterprise_id, plate_no, online_share);
create unique index vehicle_day_vehicle_key on vehicle_day (tenant_id, vehicle_id, day);

-- Alarms of the positioning of vehicles (动态监控报警); each is handled: by whom, when, how.
create table vehicle_alarm (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  vehicle_id uuid not null,
  kind text not null,
  at timestamptz not null,
  driver_id uuid,
  place text,
  speed int,
  speed_limit int,
  minutes int,
  remark text,
  plate_no text collate "C" not null,
  measure text,
  note text,
  handler_id uuid,
  handled_at timestamptz,
  status text not null default 'open' check (status in ('open', 'handled', 'dismissed')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, vehicle_id) references vehicle,
  foreign key (tenant_id, driver_id) references employee,
  foreign key (tenant_id, handler_id) references app_user
);
comment on table vehicle_alarm is 'class: enterprise';
create index vehicle_alarm_updated_idx on vehicle_alarm (tenant_id, updated_at, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
create index vehicle_alarm_at_idx on vehicle_alarm (tenant_id, at, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
create index vehicle_alarm_plate_no_idx on vehicle_alarm (tenant_id, plate_no, id) include (enterprise_id) where removed_at is null;
-- Filters, in the list's usual order.
create index vehicle_alarm_by_enterprise_id_idx on vehicle_alarm (tenant_id, enterprise_id, at, id) where removed_at is null;
create index vehicle_alarm_by_vehicle_id_idx on vehicle_alarm (tenant_id, vehicle_id, at, id) include (enterprise_id) where removed_at is null;
create index vehicle_alarm_by_kind_idx on vehicle_alarm (tenant_id, kind, at, id) include (enterprise_id) where removed_at is null;
create index vehicle_alarm_by_status_idx on vehicle_alarm (tenant_id, status, at, id) include (enterprise_id) where removed_at is null;
create index vehicle_alarm_total_idx on vehicle_alarm (tenant_id, enterprise_id) where removed_at is null;
create index vehicle_alarm_vehicle_count_idx on vehicle_alarm (tenant_id, vehicle_id, enterprise_id) where removed_at is null;
-- Asked for by the foreign keys, and when an enterprise's rows move: the removed ones too.
create index vehicle_alarm_owner_idx on vehicle_alarm (tenant_id, enterprise_id, id);
create index vehicle_alarm_vehicle_id_key_idx on vehicle_alarm (tenant_id, vehicle_id) where vehicle_id is not null;
create index vehicle_alarm_driver_id_key_idx on vehicle_alarm (tenant_id, driver_id) where driver_id is not null;
create index vehicle_alarm_handler_id_key_idx on vehicle_alarm (tenant_id, handler_id) where handler_id is not null;
select follow_enterprise('vehicle_alarm');
create index vehicle_alarm_oversight_idx on vehicle_alarm (tenant_id, oversight_code, at, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
-- One alarm of a vehicle at a time, however often its sheet is brought in.
create unique index vehicle_alarm_once_key on vehicle_alarm (tenant_id, vehicle_id, kind, at) where removed_at is null;
-- What waits to be handled: few of many.
create index vehicle_alarm_open_idx on vehicle_alarm (tenant_id, enterprise_id, at) where removed_at is null and status = 'open';
