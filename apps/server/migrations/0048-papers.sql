-- What an enterprise's file runs out on are its papers. A membership is a matter of payment, and the transport licence
-- counts only where the trade is transport: the form of any other has no field in which to renew it.

-- A generated column is given another expression only by being made anew, and its indexes go with it.
do $$
declare
  definitions text[];
  definition text;
begin
  select array_agg(pg_get_indexdef(i.indexrelid)) into definitions
  from pg_index i
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::smallint[])
  where i.indrelid = 'enterprise'::regclass and a.attname = 'next_expiry_on';
  alter table enterprise drop column next_expiry_on;
  -- The soonest of the dates that a file can run out on.
  alter table enterprise add column next_expiry_on date generated always as
    (least(licence_to, standard_to, policy_to, case when supervision_kind = 'transport' then transport_licence_to end)) stored;
  foreach definition in array definitions loop
    execute definition;
  end loop;
end $$;

-- Nor was a membership ever a reason of a colour.
do $$
declare
  tenant text;
begin
  -- The owner is no exception to the policies; under them it sees one tenant after the other.
  perform set_config('row_security', 'on', true), set_config('anlan.enterprise_from', '00000000-0000-0000-0000-000000000000', true),
    set_config('anlan.enterprise_to', 'ffffffff-ffff-ffff-ffff-ffffffffffff', true);
  for tenant in select id from brand loop
    perform set_config('anlan.tenant_id', tenant, true);
    update enterprise set color_reasons = array(select said from unnest(color_reasons) said where said not like '会员%')
    where tenant_id = tenant and color_reasons::text like '%会员%';
  end loop;
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
