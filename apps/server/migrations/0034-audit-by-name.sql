-- What was done under a name, accounts that are gone among them.
create index audit_name_idx on audit (tenant_id, (user_name collate "C"), id);
