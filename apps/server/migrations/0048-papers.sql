-- The trigger computes the rate itself. Current minor versions of PostgreSQL refuse to rewrite a table while a function
-- takes its row type.
create or replace function enterprise_arrives() returns trigger language plpgsql as $$
begin
  new.profile_rate := 100 * (
    2 * num_nonnulls(nullif(btrim(new.name), ''), nullif(btrim(new.credit_code), ''), nullif(btrim(new.economic_type), ''),
      new.established_on, nullif(btrim(new.licence), ''), nullif(btrim(new.supervision_kind), ''), new.authority_id,
      nullif(btrim(new.region_code), ''), nullif(btrim(new.registered_address), ''),
      nullif(btrim(new.business_address), ''), nullif(btrim(new.industry_code), ''), nullif(btrim(new.enterprise_size), ''),
      new.headcount, nullif(btrim(new.legal_person), ''), nullif(btrim(new.head_name), ''),
      nullif(btrim(new.head_phone), ''), nullif(btrim(new.safety_head_name), ''), nullif(btrim(new.safety_head_phone), ''),
      nullif(btrim(new.safety_manager_name), ''), nullif(btrim(new.safety_manager_phone), ''), new.full_time_safety,
      nullif(btrim(new.emergency_phone), ''), new.has_safety_body, nullif(btrim(new.standard_level), ''),
      new.hazard_features)
    + num_nonnulls(nullif(btrim(new.short_name), ''), nullif(btrim(new.alias_name), ''), new.registered_capital_fen,
      nullif(btrim(new.business_scope), ''), new.licence_to, new.parent_id, new.officer_id, nullif(btrim(new.town), ''),
      new.lng, new.lat, nullif(btrim(new.industry_class), ''), new.revenue10k, new.assets10k, new.area_sqm,
      nullif(btrim(new.legal_phone), ''), new.part_time_safety, nullif(btrim(new.email), ''),
      nullif(btrim(new.standard_no), ''), new.standard_to, nullif(btrim(new.insurer), ''), nullif(btrim(new.policy_no), ''),
      new.insured_count, new.cover_per_person_fen, new.policy_to, new.injury_insured,
      nullif(new.high_risk_kinds, '{}'), nullif(new.chemicals, '[]'), new.confined_spaces, new.dust_workers,
      new.occupational_exposed, nullif(new.permit_kinds, '{}'))
    + case when new.supervision_kind = 'transport' then
        2 * num_nonnulls(nullif(btrim(new.transport_licence_no), ''), new.transport_licence_to)
        + num_nonnulls(nullif(new.car_types, '{}'), new.dispatchers)
      else 0 end
  ) / case when new.supervision_kind = 'transport' then 87 else 81 end;
  return new;
end $$;
drop function if exists enterprise_rate(enterprise);

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
