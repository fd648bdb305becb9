-- Logs (日志): what people see of the audit, errors that browsers report, and seals that show a change of the audit.

create index audit_call_idx on audit (tenant_id, call, id);
create index audit_address_idx on audit (tenant_id, address, id);
create index audit_outcome_idx on audit (tenant_id, outcome, id);

-- Entries that were taken off the list; the audit keeps them.
create table log_hidden (
  tenant_id text not null references tenant,
  id uuid not null,
  hidden_at timestamptz not null,
  hidden_by uuid,
  primary key (tenant_id, id)
);
comment on table log_hidden is 'class: tenant';

create table client_error (
  tenant_id text not null references tenant,
  id uuid not null,
  at timestamptz not null,
  batch uuid not null,
  session_id uuid,
  user_id uuid,
  user_name text,
  address text not null,
  user_agent text not null,
  request_id text not null,
  kind text not null,
  message text not null,
  stack text,
  info text,
  url text,
  happened_at timestamptz,
  primary key (tenant_id, id)
);
create index client_error_session_idx on client_error (tenant_id, session_id, at);
create index client_error_user_idx on client_error (tenant_id, user_id, at);
create index client_error_at_idx on client_error (tenant_id, at);
comment on table client_error is 'class: tenant';

-- Each seal covers rows of the audit and the seal before it.
create table audit_seal (
  tenant_id text not null references tenant,
  no bigint not null,
  sealed_at timestamptz not null,
  ids uuid[] not null,
  -- The beginning of each row's own hash, so that a changed row can be named.
  marks text not null,
  previous text not null,
  hash text not null,
  primary key (tenant_id, no)
);
create index audit_seal_at_idx on audit_seal (tenant_id, sealed_at);
comment on table audit_seal is 'class: tenant; append-only';
