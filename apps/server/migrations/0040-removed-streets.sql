-- When a street or grid is removed, the removed files in it are taken out of it: they can come back, and its code can
-- become another one's. They are few, and in no other index.
create index enterprise_removed_town_idx on enterprise (tenant_id, town_code)
  where removed_at is not null and town_code is not null;
