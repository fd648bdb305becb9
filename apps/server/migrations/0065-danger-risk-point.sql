-- The risk point that a danger was found at.
alter table danger no force row level security;
alter table risk_point no force row level security;
alter table danger add column risk_point_id uuid;
alter table danger add constraint danger_risk_point_fkey foreign key (tenant_id, risk_point_id) references risk_point;
create index danger_risk_point_idx on danger (tenant_id, risk_point_id, found_at, id)
  include (enterprise_id, status) where removed_at is null and risk_point_id is not null;
