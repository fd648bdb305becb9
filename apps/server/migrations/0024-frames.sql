-- Other people's sites (外部网站) that a tenant lets stand in a frame of its own pages, by host and port.

create table frame_host (
  tenant_id text not null references tenant,
  id uuid not null,
  host text not null,
  name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, host)
);
comment on table frame_host is 'class: tenant';
