-- Lists of points and checks narrow by division: what that counts and searches is answered from these alone.
drop index risk_point_oversight_idx;
create index risk_point_oversight_idx on risk_point (tenant_id, oversight_code, rank, id)
  include (enterprise_id, basis_id, level, status, kind) where removed_at is null;
drop index risk_check_oversight_idx;
create index risk_check_oversight_idx on risk_check (tenant_id, oversight_code, due_on, id)
  include (enterprise_id, point_name, status, due_at) where removed_at is null;
drop index risk_check_due_idx;
create index risk_check_due_idx on risk_check (tenant_id, due_on, id)
  include (enterprise_id, point_name, status, due_at, opens_at, fail_count) where removed_at is null;
