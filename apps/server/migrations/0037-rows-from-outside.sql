-- Enterprises that somebody loads past the product, by COPY or from another database: what follows from a row, and what
-- a list's filters read beside it, is there at once; what no page could show is refused here, where its cause is plain.

-- 档案完善率 as a save computes it (contract/domain/profile-rate.ts; a test compares), for rows that bring none: every
-- file that came through the product has more than nothing.
create function enterprise_arrives() returns trigger language plpgsql as $$
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
    + num_nonnulls(nullif(btrim(new.short_name), ''), new.registered_capital_fen,
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
create trigger enterprise_arrives before insert on enterprise
  for each row when (new.profile_rate = 0) execute function enterprise_arrives();

-- The list-valued fields as the rows that filters reach.
create function enterprise_tag_note() returns trigger language plpgsql as $$
begin
  insert into enterprise_tag (tenant_id, enterprise_id, kind, value)
  select a.tenant_id, a.id, t.kind, t.value
  from arrived a cross join lateral (
    select 'hazardFeature' as kind, unnest(a.hazard_features) as value
    union all select 'highRiskKind', unnest(a.high_risk_kinds)
    union all select 'permitKind', unnest(a.permit_kinds)
    union all select 'carType', unnest(a.car_types)
    union all select 'label', unnest(a.labels)) t
  where t.value is not null
  on conflict do nothing;
  return null;
end $$;
create trigger enterprise_tag_insert after insert on enterprise
  referencing new table as arrived for each statement execute function enterprise_tag_note();

-- One row with a code that no page knows would keep its whole list from being shown.
alter table enterprise
  add constraint enterprise_codes_are_known check (enterprise_size in ('large', 'medium', 'small', 'micro')
    and standard_level in ('none', 'small', 'third', 'second', 'first')
    and inherent_color in ('major', 'considerable', 'general', 'low')) not valid,
  add constraint enterprise_chemicals_are_listed check (jsonb_typeof(chemicals) = 'array' and not jsonb_path_exists(
    chemicals, '$[*] ? (!(exists (@.name) && exists (@.cas) && exists (@.maxTonnes)))')) not valid;
