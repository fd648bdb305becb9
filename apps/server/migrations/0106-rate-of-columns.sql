-- oldest program: 0105
-- The trigger contains the formula of the rate. Current minor versions of PostgreSQL refuse to rewrite a table while
-- a function takes its row type.
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
