-- What stands still until an administrator looks: after a restore, whatever would go out to people.
create table hold (
  tenant_id text not null default '0',
  name text not null,
  since timestamptz not null default now(),
  note text not null default '',
  primary key (tenant_id, name)
);
comment on table hold is 'class: shared';

-- How often a piece of work was taken up, in all and since it last got further than ever before.
alter table job
  add column tries int not null default 0,
  add column tries_in_vain int not null default 0,
  add column furthest int not null default 0;
