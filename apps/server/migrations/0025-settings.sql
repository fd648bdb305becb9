-- How people want the shell (设置): what they said, and nothing else.

create table user_setting (
  tenant_id text not null,
  user_id uuid not null,
  setting jsonb not null check (octet_length(setting::text) <= 4096),
  updated_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
comment on table user_setting is 'class: tenant';
