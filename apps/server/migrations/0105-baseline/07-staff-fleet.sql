-- Staff, their certificates, vehicles, equipment, shifts, health checks and class sessions.

-- Employees of enterprises (从业人员).
create table employee (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  name text collate "C" not null,
  gender text,
  -- Mask of the phone, for display. The full phone is encrypted; the blind index finds equal phones.
  phone text not null,
  phone_sealed text,
  phone_index text collate "C",
  department text collate "C" not null,
  team text,
  post_kind text not null,
  post_name text,
  employment text not null default 'regular',
  hired_on date not null,
  left_on date,
  injury_insured boolean,
  duty_signed_on date,
  user_id uuid,
  -- Start of the status.
  status_on date,
  status text not null default 'pendingTraining' check (status in ('pendingTraining', 'onDuty', 'offDuty', 'left')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  id_consent_on date,
  -- Mask of the ID number, for display. The full number is encrypted.
  id_no text check (id_no ~ '^[0-9]{3}[*]{11}[0-9X]{4}$'),
  id_no_sealed text,
  id_no_index text collate "C",
  duty_papers jsonb not null default '[]',
  -- Reference photo for the face check. Only the employee's own enterprise may see it.
  face_photo jsonb not null default '[]',
  name_search text collate "C" not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, user_id) references app_user,
  constraint employee_phone_is_masked check (phone_is_masked(phone))
);
comment on table employee is 'class: enterprise in region';
comment on column employee.phone_sealed is 'sealed by id';
comment on column employee.id_no_sealed is 'sealed by id';
-- Accounts and phones are unique among the employees of an enterprise. The module checks this instead of a unique
-- index, because two merged enterprises may have the same person.
create index employee_account_idx on employee (tenant_id, user_id, enterprise_id)
  where removed_at is null and status <> 'left' and user_id is not null;
create index employee_phone_idx on employee (tenant_id, phone_index, enterprise_id) where removed_at is null;
-- Employees by post, for permission checks and for lists to choose from.
create index employee_post_idx on employee (tenant_id, enterprise_id, post_kind, id)
  where removed_at is null and status <> 'left';
-- Each sort column has an index. The index includes the columns of row security and name search, so the table is not
-- read.
create index employee_updated_idx on employee (tenant_id, updated_at, id)
  include (enterprise_id, name, post_kind, status) where removed_at is null;
create index employee_hired_idx on employee (tenant_id, hired_on, id)
  include (enterprise_id, name, post_kind, status) where removed_at is null;
create index employee_name_idx on employee (tenant_id, name, id) include (enterprise_id) where removed_at is null;
-- Indexes for filters, in the default order of the list.
create index employee_enterprise_idx on employee (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index employee_kind_idx on employee (tenant_id, post_kind, updated_at, id) include (enterprise_id)
  where removed_at is null;
create index employee_department_idx on employee (tenant_id, department, updated_at, id) include (enterprise_id)
  where removed_at is null;
create index employee_status_idx on employee (tenant_id, status, updated_at, id) include (enterprise_id)
  where removed_at is null;
-- Used to count all rows of a tenant.
create index employee_total_idx on employee (tenant_id, enterprise_id) where removed_at is null;
-- For foreign keys, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index employee_owner_idx on employee (tenant_id, enterprise_id, id);
create index employee_user_idx on employee (tenant_id, user_id) where user_id is not null;
create index employee_oversight_idx on employee (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, name, post_kind, status) where removed_at is null;
create index employee_id_no_idx on employee (tenant_id, id_no_index, enterprise_id)
  where removed_at is null and id_no_index is not null;
create index employee_name_search_idx on employee (tenant_id, name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index employee_name_unread_idx on employee (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create trigger name_search_follows before insert or update of name, name_search on employee
  for each row
  execute function name_search_follows();
create trigger oversight_follows before insert or update of enterprise_id on employee
  for each row
  execute function oversight_follows();

-- Certificates of employees (人员证件). A certificate uploaded by its holder is valid until it is returned.
create table certificate (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  employee_id uuid not null,
  kind text not null,
  category text,
  item text,
  cert_no text collate "C" not null,
  issuer text,
  first_issued_on date,
  issued_on date not null,
  valid_to date not null,
  next_review_on date,
  scan jsonb not null default '[]',
  name text collate "C" not null,
  source text not null default 'keeper' check (source in ('keeper', 'self')),
  edition int not null default 1,
  past jsonb not null default '[]',
  return_reason text,
  status text not null default 'verified' check (status in ('submitted', 'verified', 'returned', 'voided')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, employee_id) references employee
);
comment on table certificate is 'class: enterprise in region';
create index certificate_updated_idx on certificate (tenant_id, updated_at, id)
  include (enterprise_id, name, status) where removed_at is null;
create index certificate_valid_to_idx on certificate (tenant_id, valid_to, id)
  include (enterprise_id, name, status) where removed_at is null;
create index certificate_name_idx on certificate (tenant_id, name, id) include (enterprise_id) where removed_at is null;
-- Indexes for filters, in the default order of the list.
create index certificate_by_enterprise_id_idx on certificate (tenant_id, enterprise_id, valid_to, id) where removed_at is null;
create index certificate_by_kind_idx on certificate (tenant_id, kind, valid_to, id) include (enterprise_id) where removed_at is null;
create index certificate_by_status_idx on certificate (tenant_id, status, valid_to, id) include (enterprise_id) where removed_at is null;
create index certificate_total_idx on certificate (tenant_id, enterprise_id) where removed_at is null;
create index certificate_employee_count_idx on certificate (tenant_id, employee_id, enterprise_id) where removed_at is null;
-- For foreign keys, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index certificate_owner_idx on certificate (tenant_id, enterprise_id, id);
create index certificate_employee_id_key_idx on certificate (tenant_id, employee_id) where employee_id is not null;
create index certificate_oversight_idx on certificate (tenant_id, oversight_code, valid_to, id)
  include (enterprise_id, name, status) where removed_at is null;
create index certificate_no_idx on certificate (tenant_id, cert_no, id) include (enterprise_id) where removed_at is null;
create index certificate_holder_idx on certificate (tenant_id, employee_id, valid_to, id) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on certificate
  for each row
  execute function oversight_follows();

-- Vehicles of enterprises (车辆). `valid_to` is the earliest expiry of the documents that the vehicle needs on the
-- road.
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
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, station_id) references station,
  foreign key (tenant_id, driver_id) references employee,
  foreign key (tenant_id, relay_driver_id) references employee
);
comment on table vehicle is 'class: enterprise in region';
create index vehicle_updated_idx on vehicle (tenant_id, updated_at, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
create index vehicle_plate_no_idx on vehicle (tenant_id, plate_no, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
create index vehicle_valid_to_idx on vehicle (tenant_id, valid_to nulls first, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
-- Indexes for filters, in the default order of the list.
create index vehicle_by_enterprise_id_idx on vehicle (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index vehicle_by_car_type_idx on vehicle (tenant_id, car_type, updated_at, id) include (enterprise_id) where removed_at is null;
create index vehicle_by_station_id_idx on vehicle (tenant_id, station_id, updated_at, id) include (enterprise_id) where removed_at is null;
create index vehicle_by_is_dangerous_idx on vehicle (tenant_id, is_dangerous, updated_at, id) include (enterprise_id) where removed_at is null;
create index vehicle_by_status_idx on vehicle (tenant_id, status, updated_at, id) include (enterprise_id) where removed_at is null;
create index vehicle_total_idx on vehicle (tenant_id, enterprise_id) where removed_at is null;
create index vehicle_valid_to_count_idx on vehicle (tenant_id, valid_to, enterprise_id) where removed_at is null;
-- For foreign keys, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index vehicle_owner_idx on vehicle (tenant_id, enterprise_id, id);
create index vehicle_station_id_key_idx on vehicle (tenant_id, station_id) where station_id is not null;
create index vehicle_driver_id_key_idx on vehicle (tenant_id, driver_id) where driver_id is not null;
create index vehicle_relay_driver_id_key_idx on vehicle (tenant_id, relay_driver_id) where relay_driver_id is not null;
create index vehicle_oversight_idx on vehicle (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
-- A plate can be reused after its vehicle is scrapped, transferred or removed.
create unique index vehicle_plate_no_key on vehicle (tenant_id, plate_no)
  where removed_at is null and status not in ('scrapped', 'transferred');
create trigger oversight_follows before insert or update of enterprise_id on vehicle
  for each row
  execute function oversight_follows();

-- Equipment of enterprises (设备). Special equipment has a date of the next inspection.
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
  oversight_code text collate "C" not null,
  name_search text collate "C" not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, operator_id) references employee
);
comment on table equipment is 'class: enterprise in region';
create index equipment_updated_idx on equipment (tenant_id, updated_at, id)
  include (enterprise_id, name, status) where removed_at is null;
create index equipment_next_inspection_on_idx on equipment (tenant_id, next_inspection_on nulls first, id)
  include (enterprise_id, name, status) where removed_at is null;
create index equipment_name_idx on equipment (tenant_id, name, id) include (enterprise_id) where removed_at is null;
-- Indexes for filters, in the default order of the list.
create index equipment_by_enterprise_id_idx on equipment (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index equipment_by_special_kind_idx on equipment (tenant_id, special_kind, updated_at, id) include (enterprise_id) where removed_at is null;
create index equipment_by_status_idx on equipment (tenant_id, status, updated_at, id) include (enterprise_id) where removed_at is null;
create index equipment_total_idx on equipment (tenant_id, enterprise_id) where removed_at is null;
create index equipment_inspection_count_idx on equipment (tenant_id, next_inspection_on, enterprise_id) where removed_at is null;
-- For foreign keys, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index equipment_owner_idx on equipment (tenant_id, enterprise_id, id);
create index equipment_operator_id_key_idx on equipment (tenant_id, operator_id) where operator_id is not null;
create index equipment_oversight_idx on equipment (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, name, status) where removed_at is null;
create index equipment_code_idx on equipment (tenant_id, code, id) include (enterprise_id) where removed_at is null;
create index equipment_name_search_idx on equipment (tenant_id, name_search, id) include (enterprise_id, oversight_code, code)
  where removed_at is null;
create index equipment_name_unread_idx on equipment (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create trigger name_search_follows before insert or update of name, name_search on equipment
  for each row
  execute function name_search_follows();
create trigger oversight_follows before insert or update of enterprise_id on equipment
  for each row
  execute function oversight_follows();

-- Major hazard sources of enterprises (重大危险源). The R value is computed from the substances.
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
  oversight_code text collate "C" not null,
  name_search text collate "C" not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table hazard_source is 'class: enterprise in region';
create index hazard_source_updated_idx on hazard_source (tenant_id, updated_at, id)
  include (enterprise_id, name, level) where removed_at is null;
create index hazard_source_assessed_on_idx on hazard_source (tenant_id, assessed_on nulls first, id)
  include (enterprise_id, name, level) where removed_at is null;
create index hazard_source_name_idx on hazard_source (tenant_id, name, id) include (enterprise_id) where removed_at is null;
-- Indexes for filters, in the default order of the list.
create index hazard_source_by_enterprise_id_idx on hazard_source (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index hazard_source_by_level_idx on hazard_source (tenant_id, level, updated_at, id) include (enterprise_id) where removed_at is null;
create index hazard_source_total_idx on hazard_source (tenant_id, enterprise_id) where removed_at is null;
-- For foreign keys, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index hazard_source_owner_idx on hazard_source (tenant_id, enterprise_id, id);
create index hazard_source_oversight_idx on hazard_source (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, name, level) where removed_at is null;
create index hazard_source_name_search_idx on hazard_source (tenant_id, name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index hazard_source_name_unread_idx on hazard_source (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create trigger name_search_follows before insert or update of name, name_search on hazard_source
  for each row
  execute function name_search_follows();
create trigger oversight_follows before insert or update of enterprise_id on hazard_source
  for each row
  execute function oversight_follows();

-- Daily reports of vehicles, from the positioning platforms.
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
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, vehicle_id) references vehicle
);
comment on table vehicle_day is 'class: enterprise in region';
create index vehicle_day_updated_idx on vehicle_day (tenant_id, updated_at, id)
  include (enterprise_id, plate_no, online_share);
create index vehicle_day_day_idx on vehicle_day (tenant_id, day, id)
  include (enterprise_id, plate_no, online_share);
create index vehicle_day_plate_no_idx on vehicle_day (tenant_id, plate_no, id) include (enterprise_id);
-- Indexes for filters, in the default order of the list.
create index vehicle_day_by_enterprise_id_idx on vehicle_day (tenant_id, enterprise_id, day, id);
create index vehicle_day_by_vehicle_id_idx on vehicle_day (tenant_id, vehicle_id, day, id) include (enterprise_id);
create index vehicle_day_total_idx on vehicle_day (tenant_id, enterprise_id);
create index vehicle_day_day_count_idx on vehicle_day (tenant_id, day, enterprise_id);
-- For foreign keys, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index vehicle_day_owner_idx on vehicle_day (tenant_id, enterprise_id, id);
create index vehicle_day_vehicle_id_key_idx on vehicle_day (tenant_id, vehicle_id, enterprise_id);
create index vehicle_day_oversight_idx on vehicle_day (tenant_id, oversight_code, day, id)
  include (enterprise_id, plate_no, online_share);
create unique index vehicle_day_vehicle_key on vehicle_day (tenant_id, vehicle_id, day);
create trigger oversight_follows before insert or update of enterprise_id on vehicle_day
  for each row
  execute function oversight_follows();

-- Positioning alarms of vehicles (动态监控报警), and how each was handled.
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
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, vehicle_id) references vehicle,
  foreign key (tenant_id, driver_id) references employee,
  foreign key (tenant_id, handler_id) references app_user
);
comment on table vehicle_alarm is 'class: enterprise in region';
create index vehicle_alarm_updated_idx on vehicle_alarm (tenant_id, updated_at, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
create index vehicle_alarm_at_idx on vehicle_alarm (tenant_id, at, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
create index vehicle_alarm_plate_no_idx on vehicle_alarm (tenant_id, plate_no, id) include (enterprise_id) where removed_at is null;
-- Indexes for filters, in the default order of the list.
create index vehicle_alarm_by_enterprise_id_idx on vehicle_alarm (tenant_id, enterprise_id, at, id) where removed_at is null;
create index vehicle_alarm_by_vehicle_id_idx on vehicle_alarm (tenant_id, vehicle_id, at, id) include (enterprise_id) where removed_at is null;
create index vehicle_alarm_by_kind_idx on vehicle_alarm (tenant_id, kind, at, id) include (enterprise_id) where removed_at is null;
create index vehicle_alarm_by_status_idx on vehicle_alarm (tenant_id, status, at, id) include (enterprise_id) where removed_at is null;
create index vehicle_alarm_total_idx on vehicle_alarm (tenant_id, enterprise_id) where removed_at is null;
create index vehicle_alarm_vehicle_count_idx on vehicle_alarm (tenant_id, vehicle_id, enterprise_id) where removed_at is null;
-- For foreign keys, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index vehicle_alarm_owner_idx on vehicle_alarm (tenant_id, enterprise_id, id);
create index vehicle_alarm_vehicle_id_key_idx on vehicle_alarm (tenant_id, vehicle_id) where vehicle_id is not null;
create index vehicle_alarm_driver_id_key_idx on vehicle_alarm (tenant_id, driver_id) where driver_id is not null;
create index vehicle_alarm_handler_id_key_idx on vehicle_alarm (tenant_id, handler_id) where handler_id is not null;
create index vehicle_alarm_oversight_idx on vehicle_alarm (tenant_id, oversight_code, at, id)
  include (enterprise_id, plate_no, status) where removed_at is null;
-- Prevents duplicates when the same sheet is imported again.
create unique index vehicle_alarm_once_key on vehicle_alarm (tenant_id, vehicle_id, kind, at) where removed_at is null;
-- Open alarms, which are a small part of all alarms.
create index vehicle_alarm_open_idx on vehicle_alarm (tenant_id, enterprise_id, at) where removed_at is null and status = 'open';
create trigger oversight_follows before insert or update of enterprise_id on vehicle_alarm
  for each row
  execute function oversight_follows();

-- Departures of vehicles (班次), each with its six checks.
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
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, from_station_id) references station,
  foreign key (tenant_id, vehicle_id) references vehicle,
  foreign key (tenant_id, driver_id) references employee,
  foreign key (tenant_id, relay_driver_id) references employee,
  foreign key (tenant_id, released_by) references app_user
);
comment on table shift is 'class: enterprise in region';
create index shift_updated_idx on shift (tenant_id, updated_at, id)
  include (enterprise_id, line_name, status) where removed_at is null;
create index shift_depart_at_idx on shift (tenant_id, depart_at, id)
  include (enterprise_id, line_name) where removed_at is null;
create index shift_line_name_idx on shift (tenant_id, line_name, id) include (enterprise_id) where removed_at is null;
-- Indexes for filters, in the default order of the list.
create index shift_by_enterprise_id_idx on shift (tenant_id, enterprise_id, depart_at, id) where removed_at is null;
create index shift_by_from_station_id_idx on shift (tenant_id, from_station_id, depart_at, id) include (enterprise_id) where removed_at is null;
create index shift_by_vehicle_id_idx on shift (tenant_id, vehicle_id, depart_at, id) include (enterprise_id) where removed_at is null;
create index shift_by_driver_id_idx on shift (tenant_id, driver_id, depart_at, id) include (enterprise_id) where removed_at is null;
create index shift_by_status_idx on shift (tenant_id, status, depart_at, id) include (enterprise_id) where removed_at is null;
create index shift_total_idx on shift (tenant_id, enterprise_id) where removed_at is null;
create index shift_station_count_idx on shift (tenant_id, from_station_id, enterprise_id) where removed_at is null;
create index shift_vehicle_count_idx on shift (tenant_id, vehicle_id, enterprise_id) where removed_at is null;
-- For foreign keys, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index shift_owner_idx on shift (tenant_id, enterprise_id, id);
create index shift_from_station_id_key_idx on shift (tenant_id, from_station_id) where from_station_id is not null;
create index shift_vehicle_id_key_idx on shift (tenant_id, vehicle_id) where vehicle_id is not null;
create index shift_driver_id_key_idx on shift (tenant_id, driver_id) where driver_id is not null;
create index shift_relay_driver_id_key_idx on shift (tenant_id, relay_driver_id) where relay_driver_id is not null;
create index shift_released_by_key_idx on shift (tenant_id, released_by) where released_by is not null;
create index shift_oversight_idx on shift (tenant_id, oversight_code, depart_at, id)
  include (enterprise_id, line_name, status) where removed_at is null;
create unique index shift_no_key on shift (tenant_id, no);
create trigger oversight_follows before insert or update of enterprise_id on shift
  for each row
  execute function oversight_follows();

-- Health tasks of enterprises (健康检测任务): people, period and cycle.
create table health_task (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  title text collate "C" not null,
  kind text not null,
  department text,
  posts text[] not null default '{}',
  start_on date not null,
  end_on date not null,
  every_days int,
  remark text,
  rounds int not null default 0,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table health_task is 'class: enterprise in region';
create index health_task_updated_idx on health_task (tenant_id, updated_at, id)
  include (enterprise_id, title) where removed_at is null;
create index health_task_end_on_idx on health_task (tenant_id, end_on, id)
  include (enterprise_id, title) where removed_at is null;
create index health_task_title_idx on health_task (tenant_id, title, id) include (enterprise_id) where removed_at is null;
-- Indexes for filters, in the default order of the list.
create index health_task_by_enterprise_id_idx on health_task (tenant_id, enterprise_id, end_on, id) where removed_at is null;
create index health_task_by_kind_idx on health_task (tenant_id, kind, end_on, id) include (enterprise_id) where removed_at is null;
create index health_task_total_idx on health_task (tenant_id, enterprise_id) where removed_at is null;
-- For foreign keys, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index health_task_owner_idx on health_task (tenant_id, enterprise_id, id);
create index health_task_oversight_idx on health_task (tenant_id, oversight_code, end_on, id)
  include (enterprise_id, title) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on health_task
  for each row
  execute function oversight_follows();

-- One row per person and round of a health task (检测记录): due day, sampling and result.
create table health_record (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  task_id uuid not null,
  employee_id uuid not null,
  holder_name text collate "C" not null,
  department text collate "C",
  round int not null default 1,
  due_on date not null,
  sampled_at timestamptz,
  org text,
  image jsonb not null default '[]',
  note text,
  result text not null default 'pending' check (result in ('pending', 'normal', 'abnormal', 'exempted')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, task_id) references health_task,
  foreign key (tenant_id, employee_id) references employee
);
comment on table health_record is 'class: enterprise in region';
create index health_record_updated_idx on health_record (tenant_id, updated_at, id)
  include (enterprise_id, holder_name, result);
create index health_record_due_on_idx on health_record (tenant_id, due_on, id)
  include (enterprise_id, holder_name, result);
create index health_record_holder_name_idx on health_record (tenant_id, holder_name, id) include (enterprise_id);
-- Indexes for filters, in the default order of the list.
create index health_record_by_enterprise_id_idx on health_record (tenant_id, enterprise_id, due_on, id);
create index health_record_by_task_id_idx on health_record (tenant_id, task_id, due_on, id) include (enterprise_id);
create index health_record_by_employee_id_idx on health_record (tenant_id, employee_id, due_on, id) include (enterprise_id);
create index health_record_by_department_idx on health_record (tenant_id, department, due_on, id) include (enterprise_id);
create index health_record_by_result_idx on health_record (tenant_id, result, due_on, id) include (enterprise_id);
create index health_record_total_idx on health_record (tenant_id, enterprise_id);
-- For foreign keys, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index health_record_owner_idx on health_record (tenant_id, enterprise_id, id);
create index health_record_task_id_key_idx on health_record (tenant_id, task_id) where task_id is not null;
create index health_record_employee_id_key_idx on health_record (tenant_id, employee_id) where employee_id is not null;
create index health_record_oversight_idx on health_record (tenant_id, oversight_code, due_on, id)
  include (enterprise_id, holder_name, result);
create unique index health_record_once_key on health_record (tenant_id, task_id, employee_id, round);
create trigger oversight_follows before insert or update of enterprise_id on health_record
  for each row
  execute function oversight_follows();

-- Talks before a shift, safety meetings and classes (班前会、安全例会、集中培训).
create table class_session (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  kind text not null check (kind in ('talk', 'meeting', 'class')),
  topic text collate "C" not null,
  place text not null,
  held_at timestamptz not null,
  minutes int not null,
  trainer text not null,
  plan_id uuid,
  content text,
  material jsonb not null default '[]',
  ended_at timestamptz,
  status text not null default 'planned' check (status in ('planned', 'open', 'ended')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table class_session is 'class: enterprise in region; object: classSession';
create index class_session_updated_idx on class_session (tenant_id, updated_at, id)
  include (enterprise_id, topic, status) where removed_at is null;
create index class_session_held_at_idx on class_session (tenant_id, held_at, id)
  include (enterprise_id, topic, status) where removed_at is null;
create index class_session_topic_idx on class_session (tenant_id, topic, id) include (enterprise_id) where removed_at is null;
create index class_session_by_kind_idx on class_session (tenant_id, kind, held_at, id) include (enterprise_id) where removed_at is null;
create index class_session_by_status_idx on class_session (tenant_id, status, held_at, id) include (enterprise_id) where removed_at is null;
create index class_session_by_enterprise_id_idx on class_session (tenant_id, enterprise_id, held_at, id) where removed_at is null;
create index class_session_total_idx on class_session (tenant_id, enterprise_id) where removed_at is null;
create index class_session_owner_idx on class_session (tenant_id, enterprise_id, id);
create index class_session_plan_id_key_idx on class_session (tenant_id, plan_id) where plan_id is not null;
create index class_session_oversight_idx on class_session (tenant_id, oversight_code, held_at, id)
  include (enterprise_id, topic, status) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on class_session
  for each row
  execute function oversight_follows();

create table class_attendance (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  session_id uuid not null,
  employee_id uuid not null,
  name text not null,
  department text,
  way text not null check (way in ('code', 'keeper')),
  arrived_at timestamptz not null,
  signature jsonb,
  signed_at timestamptz,
  hours numeric,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, session_id) references class_session,
  foreign key (tenant_id, employee_id) references employee
);
comment on table class_attendance is 'class: enterprise in region';
create unique index class_attendance_once_key on class_attendance (tenant_id, session_id, employee_id);
create index class_attendance_employee_idx on class_attendance (tenant_id, employee_id, arrived_at);
create index class_attendance_owner_idx on class_attendance (tenant_id, enterprise_id, id);
create trigger oversight_follows before insert or update of enterprise_id on class_attendance
  for each row
  execute function oversight_follows();
