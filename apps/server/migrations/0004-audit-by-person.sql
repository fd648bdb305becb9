-- What a person did, and what was tried in their name, newest first.
create index audit_user_idx on audit (tenant_id, user_id, id);
