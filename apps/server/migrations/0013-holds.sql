-- What stands still until an administrator looks: after a restore, whatever would go out to people.
create table hold (
  tenant_id text not null default '0',
  name text not null,
  since timestamptz not null default now(),
  note text not null default '',
  primary key (tenant_id, name)
);
comment on table hold is 'class: shared';
