-- Codes and notices by SMS, and enterprises that apply for themselves.

-- What strangers did that costs money or room, counted over all tenants: codes asked for, applications sent.
create table public_attempt (
  tenant_id text not null,
  id uuid not null,
  kind text not null check (kind in ('sms', 'apply')),
  phone text not null,
  address text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index public_attempt_phone_idx on public_attempt (kind, phone, at);
create index public_attempt_address_idx on public_attempt (kind, address, at);
create index public_attempt_tenant_idx on public_attempt (kind, tenant_id, at);
comment on table public_attempt is 'class: wall';

-- The one live code of a phone, for one purpose in one tenant.
create table sms_code (
  tenant_id text not null,
  type text not null,
  phone text not null,
  code_hash text not null,
  ends_at timestamptz not null,
  tries int not null default 0,
  used_at timestamptz,
  primary key (tenant_id, type, phone)
);
comment on table sms_code is 'class: wall';

-- What a right code was exchanged for: opens one use case once, and the uploads that belong to it.
create table sms_proof (
  tenant_id text not null,
  id uuid not null,
  hash text not null,
  type text not null,
  phone text not null,
  ends_at timestamptz not null,
  used_at timestamptz,
  files int not null default 0,
  bytes bigint not null default 0,
  primary key (tenant_id, id)
);
create index sms_proof_hash_idx on sms_proof (hash);
create index sms_proof_ends_idx on sms_proof (ends_at);
comment on table sms_proof is 'class: wall';

-- What is to be sent; the words stand in the provider's template. Parameters are sealed and go when it is sent.
create table sms_message (
  tenant_id text not null references tenant,
  id uuid not null,
  phone text not null,
  template text not null,
  params text,
  state text not null check (state in ('queued', 'sent', 'failed')),
  note text,
  receipt text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index sms_message_phone_idx on sms_message (tenant_id, phone, created_at);
comment on table sms_message is 'class: tenant';

-- What somebody without an account sent in; the enterprise itself stands in its own table, under review.
create table enterprise_application (
  tenant_id text not null references tenant,
  id uuid not null,
  enterprise_id uuid not null,
  number text not null,
  phone text not null,
  applicant text not null,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  -- The account that the approval made or found.
  user_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, user_id) references app_user
);
create unique index enterprise_application_number_key on enterprise_application (tenant_id, number);
create unique index enterprise_application_enterprise_key on enterprise_application (tenant_id, enterprise_id);
comment on table enterprise_application is 'class: enterprise';

-- Where an application number belongs: its applicant names no tenant, and only the wall sees all of them.
create table application_number (
  tenant_id text not null,
  number text not null,
  primary key (tenant_id, number)
);
create unique index application_number_key on application_number (number);
comment on table application_number is 'class: wall';

-- Files that wait for the application they belong to, by the proof they came with.
create index file_application_idx on file (tenant_id, owner_id) where purpose = 'application';

create index app_user_phone_idx on app_user (tenant_id, phone);
-- The first password came from somebody else: its owner has to choose one.
alter table app_user add column must_change_password boolean not null default false;
