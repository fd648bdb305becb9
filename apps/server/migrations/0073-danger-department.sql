-- Dangers of one department, where the statistics by department lead.

create index danger_department_idx on danger (tenant_id, duty_department, found_at, id) include (enterprise_id)
  where removed_at is null and duty_department is not null;
