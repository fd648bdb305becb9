-- Passwords that a person had before the one that stands: a tenant protected at level three asks for another one.
create table password_used (
  tenant_id text not null references tenant,
  id uuid not null,
  user_id uuid not null,
  hash text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create index password_used_user_idx on password_used (tenant_id, user_id, id);
comment on table password_used is 'class: tenant';
