-- A count by kind or state under row security reads these alone: the wider indexes of the list's order cost about as
-- much as the whole table, and the planner chose the table now and then.
create index report_kind_count_idx on report (tenant_id, kind, enterprise_id) where removed_at is null;
create index report_status_count_idx on report (tenant_id, status, enterprise_id) where removed_at is null;
