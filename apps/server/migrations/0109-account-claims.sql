-- oldest program: 0108
-- An app id belongs to the account for which WeChat issued an access token. A proven account replaces an account that
-- only entered the app id. The proof lasts as long as the token; then a newer token of another account replaces it.
alter table wx_door add column proven_until timestamptz;
alter table wx_door no force row level security;
alter table wx_account no force row level security;
update wx_door d set proven_until = a.access_token_until
  from wx_account a where a.tenant_id = d.tenant_id and a.id = d.account_id;

create or replace function wx_door_follow() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' or new.removed_at is not null then
    delete from wx_door d where d.app_id = old.app_id and d.tenant_id = old.tenant_id and d.account_id = old.id;
    return null;
  end if;
  insert into wx_door as d (app_id, tenant_id, account_id, proven_until)
    values (new.app_id, new.tenant_id, new.id, new.access_token_until)
    on conflict (app_id) do update
      set tenant_id = excluded.tenant_id, account_id = excluded.account_id, proven_until = excluded.proven_until
      -- Access tokens are valid for two hours, so this token was issued two hours before its end.
      where excluded.proven_until is not null and (d.proven_until is null
        or d.tenant_id = excluded.tenant_id and d.account_id = excluded.account_id
        or d.proven_until <= excluded.proven_until - interval '2 hours');
  return null;
end $$;
drop trigger wx_door_follow on wx_account;
create trigger wx_door_follow after insert or update of app_id, removed_at, access_token_until or delete on wx_account
  for each row execute function wx_door_follow();
