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
