-- Numbers that a unit has set for itself (业务参数); what it has not set stands in the contract.
create table tenant_setting (
  tenant_id text not null references tenant,
  version int not null,
  setting jsonb not null,
  updated_at timestamptz not null,
  updated_by_name text,
  primary key (tenant_id)
);
comment on table tenant_setting is 'class: tenant';
