-- A public account belongs to the unit (the lowest id) or to one enterprise, and with it all that hangs on it: followers,
-- conversations, messages, answers. People of an enterprise see their own accounts alone, whatever their roles hold.

do $$
declare
  name text;
begin
  foreach name in array array['wx_account', 'wx_follower', 'wx_conversation', 'wx_message', 'wx_inbox', 'wx_presence',
    'wx_auto_reply', 'wx_quick_reply', 'wx_material']
  loop
    execute format('alter table %I add column enterprise_id uuid not null default ''00000000-0000-0000-0000-000000000000''', name);
    execute format('comment on table %I is %L', name,
      regexp_replace(obj_description(name::regclass, 'pg_class'), '^class: tenant', 'class: enterprise'));
    perform follow_enterprise(name);
  end loop;
end $$;

-- What moves with an enterprise is found by it.
create index wx_message_follows_idx on wx_message (tenant_id, enterprise_id);
create index wx_inbox_follows_idx on wx_inbox (tenant_id, enterprise_id);
create index wx_presence_follows_idx on wx_presence (tenant_id, enterprise_id);
create index wx_auto_reply_follows_idx on wx_auto_reply (tenant_id, enterprise_id);
create index wx_material_follows_idx on wx_material (tenant_id, enterprise_id);

-- What hangs on an account is whose the account is. Asked under the policies of the person who writes: an account out of sight
-- takes no rows.
create function wx_account_decides() returns trigger language plpgsql as $$
begin
  select a.enterprise_id into new.enterprise_id from wx_account a
    where a.tenant_id = new.tenant_id and a.id = new.account_id;
  if not found then
    raise insufficient_privilege using message = 'no account in sight: row-level security';
  end if;
  return new;
end $$;
create function wx_follower_decides() returns trigger language plpgsql as $$
begin
  select f.enterprise_id into new.enterprise_id from wx_follower f
    where f.tenant_id = new.tenant_id and f.id = new.follower_id;
  if not found then
    raise insufficient_privilege using message = 'no follower in sight: row-level security';
  end if;
  return new;
end $$;
-- Their names make them run before oversight_follows.
do $$
declare
  name text;
begin
  foreach name in array array['wx_follower', 'wx_conversation', 'wx_message', 'wx_inbox', 'wx_auto_reply', 'wx_material']
  loop
    execute format('create trigger account_decides before insert or update of account_id on %I
      for each row execute function wx_account_decides()', name);
  end loop;
end $$;
create trigger account_decides before insert on wx_presence for each row execute function wx_follower_decides();

-- Pairs of characters say whose they are, so that a search does not go through what the caller never sees.
alter table wx_message_word add column enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000';
create or replace function wx_message_index(of_id uuid, of_grams int8[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into wx_message_word (tenant_id, id, grams, enterprise_id)
  select m.tenant_id, m.id, of_grams, m.enterprise_id from wx_message m
  where m.tenant_id = current_setting('anlan.tenant_id', true) and m.tenant_id <> '' and m.id = of_id;
end $$;
create or replace function wx_message_find(wanted int8[], before uuid, most int) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  part text;
  found int;
  missing int := most;
begin
  for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.wx_message_word'::regclass order by c.relname desc
  loop
    return query execute format(
      'select w.id from public.%I w where w.grams @> $1 and w.tenant_id = $2 and ($3 is null or w.id < $3)
         and w.enterprise_id >= $5 and w.enterprise_id <= $6
       order by w.id desc limit $4', part)
      using wanted, current_setting('anlan.tenant_id', true), before, missing,
        nullif(current_setting('anlan.enterprise_from', true), '')::uuid,
        nullif(current_setting('anlan.enterprise_to', true), '')::uuid;
    get diagnostics found = row_count;
    missing := missing - found;
    exit when missing <= 0;
  end loop;
end $$;

-- An enterprise that is merged into another gives it its accounts with all that hangs on them.
create function wx_account_moved() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  name text;
begin
  if tg_relid <> 'public.wx_account'::regclass then raise exception 'only accounts move'; end if;
  foreach name in array array['wx_follower', 'wx_conversation', 'wx_message', 'wx_inbox', 'wx_auto_reply', 'wx_material',
    'wx_menu', 'wx_publication']
  loop
    execute format('update public.%I set enterprise_id = $1 where tenant_id = $2 and account_id = $3', name)
      using new.enterprise_id, new.tenant_id, new.id;
  end loop;
  update wx_presence p set enterprise_id = new.enterprise_id from wx_follower f
    where p.tenant_id = new.tenant_id and f.tenant_id = p.tenant_id and f.id = p.follower_id and f.account_id = new.id;
  update wx_message_word w set enterprise_id = new.enterprise_id from wx_message m
    where m.tenant_id = new.tenant_id and m.account_id = new.id and w.tenant_id = m.tenant_id and w.id = m.id;
  return null;
end $$;
create trigger wx_account_moved after update of enterprise_id on wx_account
  for each row when (old.enterprise_id is distinct from new.enterprise_id) execute function wx_account_moved();

-- What lists and counts are answered from alone says whose a row is.
do $$
declare
  one record;
begin
  for one in
    select indexname as name, indexdef as text from pg_indexes
    where schemaname = 'public' and tablename in ('wx_account', 'wx_conversation', 'wx_auto_reply', 'wx_quick_reply')
      and indexdef not like '%UNIQUE%'
    order by 1
  loop
    execute format('drop index %I', one.name);
    -- Totals are counted in small ones, where equal keys stand together.
    execute case when one.name like '%\_total\_idx' then regexp_replace(one.text, '\)( WHERE )', ', enterprise_id)\1')
      when one.text like '% INCLUDE (%'
      then regexp_replace(one.text, ' INCLUDE \(([^)]*)\)', ' INCLUDE (\1, enterprise_id, oversight_code)')
      else regexp_replace(one.text, '\)( WHERE |$)', ') INCLUDE (enterprise_id, oversight_code)\1') end;
  end loop;
end $$;
create index wx_account_enterprise_idx on wx_account (tenant_id, enterprise_id, name, id) where removed_at is null;
create index wx_account_owner_idx on wx_account (tenant_id, enterprise_id, id);
create index wx_account_oversight_idx on wx_account (tenant_id, oversight_code, name, id)
  include (enterprise_id) where removed_at is null;
create index wx_quick_reply_enterprise_idx on wx_quick_reply (tenant_id, enterprise_id, sort, id) where removed_at is null;
create index wx_quick_reply_owner_idx on wx_quick_reply (tenant_id, enterprise_id, id);
create index wx_quick_reply_oversight_idx on wx_quick_reply (tenant_id, oversight_code, sort, id)
  include (enterprise_id) where removed_at is null;
create index wx_auto_reply_enterprise_idx on wx_auto_reply (tenant_id, enterprise_id, sort, id) where removed_at is null;
create index wx_auto_reply_oversight_idx on wx_auto_reply (tenant_id, oversight_code, sort, id)
  include (enterprise_id) where removed_at is null;
-- Conversations of an enterprise's own accounts are few among many.
create index wx_conversation_enterprise_idx on wx_conversation (tenant_id, enterprise_id, window_ends_at, follower_id);
create index wx_follower_enterprise_idx on wx_follower (tenant_id, enterprise_id, subscribed_at, id);

-- Menus (自定义菜单) of accounts: one each, under the account's own id.
create table wx_menu (
  tenant_id text not null,
  id uuid not null,
  account_id uuid not null,
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000',
  version int not null default 1,
  buttons jsonb not null,
  saved_at timestamptz not null,
  saved_by text,
  published jsonb,
  published_at timestamptz,
  published_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references wx_account
);
comment on table wx_menu is 'class: enterprise; object: wxMenu';
select follow_enterprise('wx_menu');
create trigger account_decides before insert or update of account_id on wx_menu
  for each row execute function wx_account_decides();
create index wx_menu_enterprise_idx on wx_menu (tenant_id, enterprise_id, id);

-- News that were given to be published, and what became of them.
create table wx_publication (
  tenant_id text not null,
  id uuid not null,
  account_id uuid not null,
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000',
  media_id text collate "C" not null,
  publish_id text collate "C" not null,
  title text not null,
  state text not null default 'underWay' check (state in ('underWay', 'published', 'failed', 'withdrawn')),
  problem text,
  article_id text,
  article_urls text[] not null default '{}',
  submitted_at timestamptz not null,
  submitted_by text,
  settled_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references wx_account
);
comment on table wx_publication is 'class: enterprise; object: wxPublication';
select follow_enterprise('wx_publication');
create trigger account_decides before insert or update of account_id on wx_publication
  for each row execute function wx_account_decides();
create unique index wx_publication_publish_key on wx_publication (tenant_id, account_id, publish_id);
create index wx_publication_submitted_idx on wx_publication (tenant_id, account_id, submitted_at, id);
create index wx_publication_enterprise_idx on wx_publication (tenant_id, enterprise_id, submitted_at, id);

-- Numbers by day.
create index wx_message_time_idx on wx_message (tenant_id, create_time);
