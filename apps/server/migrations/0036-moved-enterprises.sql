-- Rows that follow an enterprise are found by it: a re-drawn division moves many, and each looked through all files.
create index file_enterprise_idx on file (tenant_id, enterprise_id);
create index todo_enterprise_idx on todo (tenant_id, enterprise_id);
