-- What names no thing is in sight of everybody who oversees its enterprise, as what names no row of ours is: a list that
-- was taken out of the house was in the log of nobody limited to divisions, and no alarm counted it.
alter table enterprise no force row level security;
alter table station no force row level security;
alter table file no force row level security;
create or replace function in_sight(object_type text, object_id text, enterprise_id uuid) returns boolean
  language sql stable parallel safe
  return (in_sight.enterprise_id is null or exists (
      select from enterprise e
      where e.tenant_id = current_setting('anlan.tenant_id', true) and e.id = in_sight.enterprise_id))
    and case
      when in_sight.object_id is null then true
      when in_sight.object_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then true
      when in_sight.object_type = 'enterprise' then exists (
        select from enterprise e
        where e.tenant_id = current_setting('anlan.tenant_id', true) and e.id = in_sight.object_id::uuid)
      when in_sight.object_type = 'station' then exists (
        select from station s
        where s.tenant_id = current_setting('anlan.tenant_id', true) and s.id = in_sight.object_id::uuid)
      when in_sight.object_type = 'file' then exists (
        select from file f
        where f.tenant_id = current_setting('anlan.tenant_id', true) and f.id = in_sight.object_id::uuid)
      else true end;
