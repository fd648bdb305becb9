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

-- Names that are found by pinyin and initials (decision 0067). Beside such a name stands a text that letters are looked up
-- in: the name in small letters, then its readings, a line each. The program writes it; the database knows no pinyin, but
-- it knows whether the text is of this name. Where a name was written without its readings (in bulk, or erased), the
-- text is the name alone until the readings are made, so that none of an old name stays.
create function find_by_letters(of_table text, of_column text) returns void language plpgsql as $$
declare
  search text := of_column || '_search';
begin
  execute format('create or replace function %I() returns trigger language plpgsql as $f$
    begin
      if starts_with(new.%I, lower(new.%I collate "C") || chr(10)) is not true then
        new.%2$I := coalesce(lower(new.%3$I collate "C"), '''');
      end if;
      return new;
    end $f$', search || '_follows', search, of_column);
  execute format('alter table %I add column %I text collate "C" not null default ''''', of_table, search);
  execute format('alter table %I no force row level security', of_table);
  -- What follows from other columns stays as it is.
  execute format('alter table %I disable trigger user', of_table);
  execute format('update %I set %I = lower(%I collate "C") where %3$I is not null', of_table, search, of_column);
  execute format('alter table %I enable trigger user', of_table);
  execute format('create trigger name_search_follows before insert or update of %I, %I on %I
    for each row execute function %I()', of_column, search, of_table, search || '_follows');
end $$;

do $$
begin
  perform find_by_letters('enterprise', 'name');
  perform find_by_letters('employee', 'name');
  perform find_by_letters('station', 'name');
  perform find_by_letters('equipment', 'name');
  perform find_by_letters('hazard_source', 'name');
  perform find_by_letters('risk_point', 'name');
  perform find_by_letters('risk_plan', 'name');
  perform find_by_letters('checklist', 'name');
  perform find_by_letters('course', 'title');
  perform find_by_letters('shop', 'name');
  perform find_by_letters('goods', 'name');
  perform find_by_letters('wx_account', 'name');
  perform find_by_letters('app_user', 'nick_name');
end $$;

-- Narrow, because a search with letters reads all of it: row security, and numbers that such a word may begin as well.
create index enterprise_name_search_idx on enterprise (tenant_id, name_search, id) include (oversight_code)
  where removed_at is null;
create index employee_name_search_idx on employee (tenant_id, name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index station_name_search_idx on station (tenant_id, name_search, id) include (enterprise_id, oversight_code, code)
  where removed_at is null;
create index equipment_name_search_idx on equipment (tenant_id, name_search, id) include (enterprise_id, oversight_code, code)
  where removed_at is null;
create index hazard_source_name_search_idx on hazard_source (tenant_id, name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index risk_point_name_search_idx on risk_point (tenant_id, name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index risk_plan_name_search_idx on risk_plan (tenant_id, name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index checklist_name_search_idx on checklist (tenant_id, name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index course_title_search_idx on course (tenant_id, title_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index shop_name_search_idx on shop (tenant_id, name_search, id) where removed_at is null;
create index goods_name_search_idx on goods (tenant_id, name_search, id) include (shop_id) where removed_at is null;
create index wx_account_name_search_idx on wx_account (tenant_id, name_search, id) include (enterprise_id, oversight_code, app_id)
  where removed_at is null;
create index app_user_nick_name_search_idx on app_user (tenant_id, nick_name_search, id) include (type)
  where deleted_at is null;
-- Names that wait for their readings.
create index enterprise_name_unread_idx on enterprise (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create index employee_name_unread_idx on employee (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create index station_name_unread_idx on station (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create index equipment_name_unread_idx on equipment (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create index hazard_source_name_unread_idx on hazard_source (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create index risk_point_name_unread_idx on risk_point (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create index risk_plan_name_unread_idx on risk_plan (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create index checklist_name_unread_idx on checklist (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create index course_title_unread_idx on course (tenant_id, id) where strpos(title_search, chr(10)) = 0;
create index shop_name_unread_idx on shop (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create index goods_name_unread_idx on goods (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create index wx_account_name_unread_idx on wx_account (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create index app_user_nick_name_unread_idx on app_user (tenant_id, id) where strpos(nick_name_search, chr(10)) = 0;
