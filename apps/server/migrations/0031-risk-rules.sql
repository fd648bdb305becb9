-- Risk rules (风险规则): one of each kind a tenant; where a tenant has none the platform's is in force.

create table risk_rule (
  tenant_id text not null references tenant,
  id uuid not null,
  type text not null check (type in ('popup', 'expiry')),
  version int not null default 1,
  enabled boolean not null,
  -- Each kind has a schema of its own, which the server reads it with.
  content jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid,
  updated_by_name text,
  -- A rule that was given up keeps its version, so that a form opened before cannot write over a later one.
  removed_at timestamptz,
  primary key (tenant_id, id)
);
comment on table risk_rule is 'class: shared';
create unique index risk_rule_type_key on risk_rule (tenant_id, type);
