-- oldest program: 0116
-- Checks that nothing proves (未到点) are few: counted and listed without reading the others.
create index risk_check_unproven_idx on risk_check (tenant_id, enterprise_id, due_on)
  include (oversight_code) where far and removed_at is null;
