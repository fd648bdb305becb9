-- What a list's filter or a removal reads must not be the table: on 1,000,000 rows each of these took seconds.

create index enterprise_kind_idx on enterprise (tenant_id, supervision_kind, updated_at, id) where removed_at is null;
create index enterprise_size_idx on enterprise (tenant_id, enterprise_size, updated_at, id) where removed_at is null;
create index enterprise_standard_idx on enterprise (tenant_id, standard_level, updated_at, id) where removed_at is null;
-- Asked for by a removal, and by the foreign key whenever a row goes.
create index enterprise_parent_idx on enterprise (tenant_id, parent_id) where parent_id is not null;
