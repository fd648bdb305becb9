-- oldest program: 0118
-- Causes of an enterprise's colour, to count and list the enterprises with one cause. The next computation of the
-- scores fills them.
alter table enterprise add column color_causes text[] not null default '{}';
create index enterprise_cause_idx on enterprise (tenant_id, region_code)
  include (status, color, color_causes, oversight_code) where removed_at is null and color_causes <> '{}';
