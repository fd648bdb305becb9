-- Whether the very same photo stands anywhere in the tenant, also beyond what the caller oversees: that alone is told,
-- neither whose it is nor where.
create function photo_stands_elsewhere(hash text) returns boolean language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  enterprise_from constant text := coalesce(current_setting('anlan.enterprise_from', true), '');
  enterprise_to constant text := coalesce(current_setting('anlan.enterprise_to', true), '');
  stands boolean;
begin
  perform set_config('anlan.enterprise_from', '00000000-0000-0000-0000-000000000000', true),
    set_config('anlan.enterprise_to', 'ffffffff-ffff-ffff-ffff-ffffffffffff', true);
  stands := exists (select from file f where f.tenant_id = current_setting('anlan.tenant_id', true) and f.sha256 = hash
    and f.purpose = 'photo' and f.expires_at is null);
  perform set_config('anlan.enterprise_from', enterprise_from, true), set_config('anlan.enterprise_to', enterprise_to, true);
  return stands;
end $$;

-- Where the same photo stands is said, not only that it does.
alter table delivery alter column same drop default, alter column same drop not null,
  alter column same type text collate "C" using case when same then 'own' end;
alter table delivery add check (same in ('own', 'elsewhere'));
