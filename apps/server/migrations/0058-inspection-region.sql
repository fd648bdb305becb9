-- Inspections of a division are counted from an index that holds no more than that takes.
create index inspection_region_idx on inspection (tenant_id, oversight_code, started_at, id) include (enterprise_id)
  where removed_at is null;
drop index inspection_oversight_idx;
