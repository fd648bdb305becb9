-- What a session may is read from these tables (decision 0077). Each change of it is told to every node at the commit: the
-- number of the tenant, alone where it is everybody's, else with the id of a person, session, enterprise or shop.
create function tell_standing() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform pg_notify('anlan_standing', concat_ws(' ', to_jsonb(old) ->> 'tenant_id', to_jsonb(old) ->> tg_argv[0]));
  end if;
  if tg_op <> 'DELETE' then
    perform pg_notify('anlan_standing', concat_ws(' ', to_jsonb(new) ->> 'tenant_id', to_jsonb(new) ->> tg_argv[0]));
  end if;
  return null;
end $$;

-- A trigger for what goes, and for changes of the columns that count; for what comes only where something stood before it.
create function tells_standing(of_table text, names text, columns text[], comes boolean) returns void language plpgsql as $$
declare
  changed text := (select string_agg(format('old.%1$I is distinct from new.%1$I', name), ' or ') from unnest(columns) name);
begin
  execute format('create trigger standing_goes after delete on %I for each row execute function tell_standing(%L)',
    of_table, names);
  execute format('create trigger standing_changes after update on %I for each row when (%s) execute function tell_standing(%L)',
    of_table, changed, names);
  if comes then
    execute format('create trigger standing_comes after insert on %I for each row execute function tell_standing(%L)',
      of_table, names);
  end if;
end $$;

select tells_standing('session', 'id', '{user_id, enterprise_id, ends_at, revoked_at, locked_at}', false);
select tells_standing('session_token', 'session_id', '{session_id, access_hash, access_ends_at}', false);
select tells_standing('app_user', 'id', '{nick_name, type, lock_flag, shop_id, organ_id, demo_mode, must_change_password,
  password_hash, password_changed_at}', false);
select tells_standing('enterprise', 'id', '{name, alias_name, logo_url, status, removed_at}', false);
select tells_standing('shop', 'id', '{name, status, removed_at}', false);
select tells_standing('membership', 'enterprise_id', '{began_on, months, ends_on, is_trial, opens}', true);
select tells_standing('second_factor', 'user_id', '{enabled_at}', true);
select tells_standing('user_role', 'user_id', '{user_id, role_id}', true);
select tells_standing('role', '', '{code, user_type, data_scope}', false);
select tells_standing('role_permit', '', '{role_id, permit}', true);
select tells_standing('role_region', '', '{role_id, region_code}', true);
select tells_standing('organ', '', '{parent_id, region_code}', false);
select tells_standing('tenant', '', '{status, mlps3}', false);
select tells_standing('tenant_package', '', '{stem}', true);
select tells_standing('tenant_setting', '', '{setting}', true);
select tells_standing('fresh', '', '{topic, number}', true);
drop function tells_standing(text, text, text[], boolean);
