-- What runs out as each person was told of it, once a day.

create table warning_digest (
  tenant_id text not null,
  user_id uuid not null,
  day date not null,
  expired int not null,
  urgent int not null,
  soon int not null,
  early int not null,
  enterprises int not null,
  -- The item whose last day comes first.
  first_item text not null,
  told_at timestamptz not null,
  read_at timestamptz,
  primary key (tenant_id, user_id, day),
  foreign key (tenant_id, user_id) references app_user
);
comment on table warning_digest is 'class: tenant';
create index warning_digest_day_idx on warning_digest (tenant_id, day);
