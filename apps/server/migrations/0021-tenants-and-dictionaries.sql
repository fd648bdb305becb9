-- What the platform keeps of its tenants, and dictionaries that are kept up by people.

-- Brands are listed by the platform: what a list shows of a tenant stands here, the reason of a suspension does not.
alter table brand add column generic_hosts text[] not null default '{}';
alter table brand add column status text not null default 'active' check (status in ('active', 'frozen'));
alter table brand add column created_at timestamptz not null default now();
-- Held for thirty days: the platform may take it back until then.
alter table brand add column removed_at timestamptz;
alter table brand add column version int not null default 1;

alter table tenant add column frozen_reason text;
-- Until when the platform's people may write while they are in the tenant; they only read otherwise.
alter table tenant add column entry_write_until timestamptz;

-- What a tenant has rented, as 'module:thing'; without a row everything.
create table tenant_package (
  tenant_id text not null references tenant,
  stem text not null,
  primary key (tenant_id, stem)
);
comment on table tenant_package is 'class: tenant';

-- A person of the platform in a tenant: announced, for an hour, in one session.
create table tenant_entry (
  tenant_id text not null references tenant,
  id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  reason text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  left_at timestamptz,
  primary key (tenant_id, id)
);
create index tenant_entry_session_idx on tenant_entry (session_id, tenant_id, ends_at);
comment on table tenant_entry is 'class: wall';

alter table dictionary add column description text;
alter table dictionary add column version int not null default 1;
-- One that is not enabled is offered no more; rows that carry it keep its label.
alter table dictionary_item add column enabled boolean not null default true;
alter table dictionary_item add column version int not null default 1;
create index dictionary_item_dict_idx on dictionary_item (tenant_id, dict_id, sort, id);

-- Of the two words of the grey mode one is in force.
alter table dictionary_item no force row level security;
update dictionary_item set enabled = false where tenant_id = '0' and type = 'grey' and value = 'true';
alter table dictionary_item force row level security;
