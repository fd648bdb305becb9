-- Organisations that an administrator draws: a stale change is told apart.
alter table organ add column version int not null default 1;
create index organ_parent_idx on organ (tenant_id, parent_id, sort, id);
