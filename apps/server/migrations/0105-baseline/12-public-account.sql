-- WeChat public accounts: followers, conversations, messages, replies, materials and menus.

-- Rows of an account belong to the enterprise of the account. The query runs under row security, so a user cannot
-- insert rows for an invisible account.
create function wx_account_decides() returns trigger language plpgsql as $$
begin
  select a.enterprise_id into new.enterprise_id from wx_account a
    where a.tenant_id = new.tenant_id and a.id = new.account_id;
  if not found then
    raise insufficient_privilege using message = 'no account in sight: row-level security';
  end if;
  return new;
end $$;

-- Public accounts (公众号) of tenants and enterprises.
create table wx_account (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  name text collate "C" not null,
  app_id text collate "C" not null,
  kind text not null check (kind in ('subscription', 'service')),
  mode text not null default 'safe' check (mode in ('plain', 'compatible', 'safe')),
  enabled boolean not null default true,
  secret_sealed text,
  token_sealed text,
  aes_key_sealed text,
  ready boolean not null default false,
  reached_at timestamptz,
  problem text,
  -- Access token shared by all nodes, with its expiry.
  access_token_sealed text,
  access_token_until timestamptz,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  oversight_code text collate "C",
  name_search text collate "C" not null default '',
  -- Picture of the account, shown in its messages (appLogo).
  logo jsonb not null default '[]',
  primary key (tenant_id, id)
);
comment on table wx_account is 'class: enterprise in region; object: wxAccount';
comment on column wx_account.secret_sealed is 'sealed by id';
comment on column wx_account.token_sealed is 'sealed by id';
comment on column wx_account.aes_key_sealed is 'sealed by id';
comment on column wx_account.access_token_sealed is 'sealed by id';
create unique index wx_account_app_id_key on wx_account (tenant_id, app_id) where removed_at is null;
create index wx_account_enabled_idx on wx_account (tenant_id, enabled, name, id)
  include (enterprise_id, oversight_code) where (removed_at is null);
create index wx_account_enabled_total_idx on wx_account (tenant_id, enabled, enterprise_id) where (removed_at is null);
create index wx_account_kind_idx on wx_account (tenant_id, kind, name, id)
  include (enterprise_id, oversight_code) where (removed_at is null);
create index wx_account_kind_total_idx on wx_account (tenant_id, kind, enterprise_id) where (removed_at is null);
create index wx_account_name_idx on wx_account (tenant_id, name, id)
  include (enterprise_id, oversight_code) where (removed_at is null);
create index wx_account_total_idx on wx_account (tenant_id, enterprise_id) where (removed_at is null);
create index wx_account_updated_idx on wx_account (tenant_id, updated_at, id)
  include (enterprise_id, oversight_code) where (removed_at is null);
create index wx_account_enterprise_idx on wx_account (tenant_id, enterprise_id, name, id) where removed_at is null;
create index wx_account_owner_idx on wx_account (tenant_id, enterprise_id, id);
create index wx_account_oversight_idx on wx_account (tenant_id, oversight_code, name, id)
  include (enterprise_id) where removed_at is null;
create index wx_account_name_search_idx on wx_account (tenant_id, name_search, id) include (enterprise_id, oversight_code, app_id)
  where removed_at is null;
create index wx_account_name_unread_idx on wx_account (tenant_id, id) where strpos(name_search, chr(10)) = 0;

-- When enterprises are merged, moves an account and all its rows to the other enterprise.
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

create function wx_door_follow() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  holder text;
begin
  if tg_op = 'DELETE' or new.removed_at is not null then
    delete from wx_door d where d.app_id = old.app_id and d.tenant_id = old.tenant_id and d.account_id = old.id;
    return null;
  end if;
  insert into wx_door as d (app_id, tenant_id, account_id) values (new.app_id, new.tenant_id, new.id)
    on conflict (app_id) do nothing;
  select d.tenant_id || d.account_id into holder from wx_door d where d.app_id = new.app_id;
  if holder is distinct from new.tenant_id || new.id then
    raise exception using errcode = 'unique_violation', constraint = 'wx_account_app_id_key', message = 'taken elsewhere';
  end if;
  return null;
end $$;
create trigger name_search_follows before insert or update of name, name_search on wx_account
  for each row
  execute function name_search_follows();
create trigger oversight_follows before insert or update of enterprise_id on wx_account
  for each row
  execute function oversight_follows();
create trigger wx_account_moved after update of enterprise_id on wx_account
  for each row when (old.enterprise_id is distinct from new.enterprise_id) execute function wx_account_moved();
create trigger wx_door_follow after insert or update of app_id, removed_at or delete on wx_account
  for each row execute function wx_door_follow();

-- Account of each app id. Callbacks of WeChat contain only the app id, so an app id has one account in the
-- installation.
create table wx_door (
  app_id text collate "C" primary key,
  tenant_id text not null,
  account_id uuid not null
);
comment on table wx_door is 'class: owner';

create table wx_follower (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  account_id uuid not null,
  open_id text collate "C" not null,
  union_id text,
  nick_name text collate "C" not null,
  headimg_url text,
  remark text,
  subscribed boolean not null default true,
  subscribed_at timestamptz,
  scene text,
  tags text[] not null default '{}',
  employee_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  oversight_code text collate "C",
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references wx_account,
  foreign key (tenant_id, employee_id) references employee
);
comment on table wx_follower is 'class: enterprise in region; object: wxFollower';
create unique index wx_follower_open_key on wx_follower (tenant_id, account_id, open_id);
create index wx_follower_subscribed_idx on wx_follower (tenant_id, subscribed_at, id);
create index wx_follower_nick_idx on wx_follower (tenant_id, nick_name, id);
create index wx_follower_employee_idx on wx_follower (tenant_id, employee_id);
create index wx_follower_enterprise_idx on wx_follower (tenant_id, enterprise_id, subscribed_at, id);
create trigger account_decides before insert or update of account_id on wx_follower
  for each row
  execute function wx_account_decides();
create trigger oversight_follows before insert or update of enterprise_id on wx_follower
  for each row
  execute function oversight_follows();

-- One row per follower: state of the conversation, unread count and reply windows. Each message updates the row.
create table wx_conversation (
  tenant_id text not null,
  follower_id uuid not null,
  account_id uuid not null,
  state text not null default 'answered' check (state in ('pending', 'answered', 'ended')),
  unread int not null default 0 check (unread >= 0),
  assignee_id uuid,
  assignee_name text,
  -- Reply windows after a message of the follower and (brief) after a tap, with the number of messages left in each.
  window_ends_at timestamptz,
  window_left int not null default 0,
  brief_ends_at timestamptz,
  brief_left int not null default 0,
  last_id uuid,
  last_at timestamptz not null,
  last_rep_type text,
  -- Last message that is not an event, for the notification bell.
  last_said_id uuid,
  -- Last message from the follower.
  last_user_id uuid,
  waiting_since timestamptz,
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  oversight_code text collate "C",
  primary key (tenant_id, follower_id),
  foreign key (tenant_id, follower_id) references wx_follower,
  foreign key (tenant_id, account_id) references wx_account
) with (fillfactor=70);
comment on table wx_conversation is 'class: enterprise in region';
create index wx_conversation_account_idx on wx_conversation (tenant_id, account_id, window_ends_at, follower_id)
  include (enterprise_id, oversight_code);
create index wx_conversation_assignee_idx on wx_conversation (tenant_id, assignee_id, window_ends_at, follower_id)
  include (enterprise_id, oversight_code);
create index wx_conversation_last_idx on wx_conversation (tenant_id, last_at, follower_id)
  include (enterprise_id, oversight_code);
create index wx_conversation_said_idx on wx_conversation (tenant_id, last_said_id)
  include (enterprise_id, oversight_code) where (last_said_id is not null);
create index wx_conversation_state_idx on wx_conversation (tenant_id, state, window_ends_at, follower_id)
  include (enterprise_id, oversight_code);
create index wx_conversation_user_idx on wx_conversation (tenant_id, last_user_id)
  include (enterprise_id, oversight_code) where (last_user_id is not null);
create index wx_conversation_window_idx on wx_conversation (tenant_id, window_ends_at, follower_id)
  include (enterprise_id, oversight_code);
-- Conversations of enterprise accounts, which are few.
create index wx_conversation_enterprise_idx on wx_conversation (tenant_id, enterprise_id, window_ends_at, follower_id);
-- For counts. The range of visible enterprises is an index condition; as a filter it would be tested for every row.
create index wx_conversation_total_idx on wx_conversation (tenant_id, enterprise_id);
create index wx_conversation_state_total_idx on wx_conversation (tenant_id, state, enterprise_id);
create index wx_conversation_assignee_total_idx on wx_conversation (tenant_id, assignee_id, enterprise_id);
create index wx_conversation_unread_idx on wx_conversation (tenant_id, enterprise_id, assignee_id) include (unread)
  where unread > 0;
create trigger account_decides before insert or update of account_id on wx_conversation
  for each row
  execute function wx_account_decides();
create trigger oversight_follows before insert or update of enterprise_id on wx_conversation
  for each row
  execute function oversight_follows();

-- Messages, partitioned by the month of their ids. Ids grow with time (kernel/ids.ts).
create table wx_message (
  tenant_id text not null,
  id uuid not null,
  account_id uuid not null,
  follower_id uuid not null,
  type text not null check (type in ('1', '2', '3')),
  rep_type text not null,
  rep_event text,
  rep_content text,
  rep_media_id text,
  rep_name text,
  rep_desc text,
  rep_url text,
  rep_hq_url text,
  rep_thumb_media_id text,
  rep_location_x float8,
  rep_location_y float8,
  rep_scale int,
  content jsonb,
  read_flag text not null default '0' check (read_flag in ('0', '1')),
  create_time timestamptz not null,
  send_state text check (send_state in ('sending', 'sent', 'failed')),
  fail_reason text,
  sender_id uuid,
  sender_name text,
  auto boolean not null default false,
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  oversight_code text collate "C",
  primary key (tenant_id, id)
) partition by range (id);
comment on table wx_message is 'class: enterprise in region; object: wxMessage';
create index wx_message_chat_idx on wx_message (tenant_id, follower_id, id);
create index wx_message_unread_idx on wx_message (tenant_id, follower_id, id) where read_flag = '1';
create index wx_message_media_idx on wx_message (tenant_id, rep_media_id) where rep_media_id is not null;
-- For the rows of an account that moves to another enterprise.
create index wx_message_follows_idx on wx_message (tenant_id, enterprise_id);
-- For daily statistics.
create index wx_message_time_idx on wx_message (tenant_id, create_time);
create trigger account_decides before insert or update of account_id on wx_message
  for each row
  execute function wx_account_decides();
create trigger oversight_follows before insert or update of enterprise_id on wx_message
  for each row
  execute function oversight_follows();

-- Character pairs (bigrams) of the message texts. Only the search function below reads them.
create table wx_message_word (
  tenant_id text not null,
  id uuid not null,
  grams int8[] not null,
  -- Enterprise of the message. A search skips the rows of enterprises that the caller may not see.
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000'
) partition by range (id);
comment on table wx_message_word is 'class: owner';
create index wx_message_word_idx on wx_message_word using gin (grams);
create index wx_message_word_tenant_idx on wx_message_word (tenant_id, id);

do $$
declare
  month timestamptz := timestamptz '2026-11-01 00:00+08';
  next timestamptz;
  lowest text := 'minvalue';
  highest text;
  parent text;
begin
  for n in 0..26 loop
    next := timestamptz '2026-11-01 00:00+08' + make_interval(months => n);
    highest := quote_literal(regexp_replace(
      lpad(to_hex((extract(epoch from next) * 1000)::bigint), 12, '0') || repeat('0', 20),
      '(.{8})(.{4})(.{4})(.{4})(.{12})', '\1-\2-\3-\4-\5'));
    foreach parent in array array['wx_message', 'wx_message_word'] loop
      execute format('create table %I partition of %I for values from (%s) to (%s)',
        parent || '_' || case when n = 0 then '000000' else to_char(month at time zone 'Asia/Shanghai', 'YYYYMM') end,
        parent, lowest, highest);
    end loop;
    lowest := highest;
    month := next;
  end loop;
  foreach parent in array array['wx_message', 'wx_message_word'] loop
    execute format('create table %I partition of %I for values from (%s) to (maxvalue)', parent || '_999999', parent, lowest);
  end loop;
end $$;

-- Disables the pending list of the GIN index. With it, one message would have to insert thousands of pending entries,
-- and every search would also read the list.
do $$
declare
  name regclass;
begin
  for name in select inhrelid::regclass from pg_inherits where inhparent = 'wx_message_word_idx'::regclass loop
    -- The index of a month that is added later needs this setting too.
    execute format('alter index %s set (fastupdate = off)', name);
    perform gin_clean_pending_list(name);
  end loop;
end $$;

-- Inbox of WeChat callbacks. Stored before they are processed.
create table wx_inbox (
  tenant_id text not null,
  id uuid not null,
  account_id uuid not null,
  open_id text not null,
  -- Hash of sender and MsgId, or of the whole event. Equal for retries by WeChat, so each event is stored once.
  event_key text collate "C" not null,
  -- Timestamp and nonce of the request. Together with `body_hash` they detect a repeated request, which is not stored
  -- again (S61).
  nonce_key text collate "C" not null,
  body_hash text not null,
  body jsonb not null,
  received_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  tries int not null default 0,
  problem text,
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  oversight_code text collate "C",
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references wx_account
);
comment on table wx_inbox is 'class: enterprise in region';
create unique index wx_inbox_event_key on wx_inbox (tenant_id, account_id, event_key);
create unique index wx_inbox_nonce_key on wx_inbox (tenant_id, account_id, nonce_key);
create index wx_inbox_waiting_idx on wx_inbox (tenant_id, id) where state = 'waiting';
create index wx_inbox_received_idx on wx_inbox (tenant_id, received_at);
create index wx_inbox_follows_idx on wx_inbox (tenant_id, enterprise_id);
create trigger account_decides before insert or update of account_id on wx_inbox
  for each row
  execute function wx_account_decides();
create trigger oversight_follows before insert or update of enterprise_id on wx_inbox
  for each row
  execute function oversight_follows();

-- Users who have a conversation open now.
create table wx_presence (
  tenant_id text not null,
  follower_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  typing boolean not null,
  until timestamptz not null,
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  oversight_code text collate "C",
  primary key (tenant_id, follower_id, user_id)
);
comment on table wx_presence is 'class: enterprise in region';
create index wx_presence_follows_idx on wx_presence (tenant_id, enterprise_id);

create function wx_follower_decides() returns trigger language plpgsql as $$
begin
  select f.enterprise_id into new.enterprise_id from wx_follower f
    where f.tenant_id = new.tenant_id and f.id = new.follower_id;
  if not found then
    raise insufficient_privilege using message = 'no follower in sight: row-level security';
  end if;
  return new;
end $$;
create trigger account_decides before insert on wx_presence for each row execute function wx_follower_decides();
create trigger oversight_follows before insert or update of enterprise_id on wx_presence
  for each row
  execute function oversight_follows();

create table wx_auto_reply (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  account_id uuid not null,
  name text collate "C" not null,
  type text not null check (type in ('subscribe', 'kind', 'keyword')),
  req_type text,
  keyword text collate "C",
  match text not null default 'exact' check (match in ('exact', 'contains')),
  answer jsonb not null,
  enabled boolean not null default true,
  sort int not null default 0,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  oversight_code text collate "C",
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references wx_account
);
comment on table wx_auto_reply is 'class: enterprise in region; object: wxAutoReply';
create index wx_auto_reply_account_idx on wx_auto_reply (tenant_id, account_id, sort, id)
  include (enterprise_id, oversight_code) where (removed_at is null);
create index wx_auto_reply_account_name_idx on wx_auto_reply (tenant_id, account_id, name, id)
  include (enterprise_id, oversight_code) where (removed_at is null);
-- Narrow indexes for counts: one account or type may contain all rows.
create index wx_auto_reply_account_total_idx on wx_auto_reply (tenant_id, account_id, enterprise_id)
  where (removed_at is null);
create index wx_auto_reply_enabled_idx on wx_auto_reply (tenant_id, enabled, sort, id)
  include (enterprise_id, oversight_code) where (removed_at is null);
create index wx_auto_reply_enabled_total_idx on wx_auto_reply (tenant_id, enabled, enterprise_id)
  where (removed_at is null);
create index wx_auto_reply_follows_idx on wx_auto_reply (tenant_id, enterprise_id)
  include (enterprise_id, oversight_code);
create index wx_auto_reply_name_account_idx on wx_auto_reply (tenant_id, name, id)
  include (account_id, enterprise_id, oversight_code) where (removed_at is null);
create index wx_auto_reply_sort_idx on wx_auto_reply (tenant_id, sort, id)
  include (enterprise_id, oversight_code) where (removed_at is null);
create index wx_auto_reply_total_idx on wx_auto_reply (tenant_id, enterprise_id) where (removed_at is null);
create index wx_auto_reply_type_idx on wx_auto_reply (tenant_id, type, sort, id)
  include (enterprise_id, oversight_code) where (removed_at is null);
create index wx_auto_reply_type_total_idx on wx_auto_reply (tenant_id, type, enterprise_id) where (removed_at is null);
create index wx_auto_reply_updated_idx on wx_auto_reply (tenant_id, updated_at, id)
  include (enterprise_id, oversight_code) where (removed_at is null);
create index wx_auto_reply_enterprise_idx on wx_auto_reply (tenant_id, enterprise_id, sort, id) where removed_at is null;
create index wx_auto_reply_oversight_idx on wx_auto_reply (tenant_id, oversight_code, sort, id)
  include (enterprise_id) where removed_at is null;
create trigger account_decides before insert or update of account_id on wx_auto_reply
  for each row
  execute function wx_account_decides();
create trigger oversight_follows before insert or update of enterprise_id on wx_auto_reply
  for each row
  execute function oversight_follows();

create table wx_quick_reply (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  title text collate "C" not null,
  content text not null,
  sort int not null default 0,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  oversight_code text collate "C",
  primary key (tenant_id, id)
);
comment on table wx_quick_reply is 'class: enterprise in region; object: wxQuickReply';
create index wx_quick_reply_sort_idx on wx_quick_reply (tenant_id, sort, id)
  include (enterprise_id, oversight_code) where (removed_at is null);
create index wx_quick_reply_title_idx on wx_quick_reply (tenant_id, title, id)
  include (enterprise_id, oversight_code) where (removed_at is null);
create index wx_quick_reply_total_idx on wx_quick_reply (tenant_id, enterprise_id) where (removed_at is null);
create index wx_quick_reply_updated_idx on wx_quick_reply (tenant_id, updated_at, id)
  include (enterprise_id, oversight_code) where (removed_at is null);
create index wx_quick_reply_enterprise_idx on wx_quick_reply (tenant_id, enterprise_id, sort, id) where removed_at is null;
create index wx_quick_reply_owner_idx on wx_quick_reply (tenant_id, enterprise_id, id);
create index wx_quick_reply_oversight_idx on wx_quick_reply (tenant_id, oversight_code, sort, id)
  include (enterprise_id) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on wx_quick_reply
  for each row
  execute function oversight_follows();

-- Materials of accounts: WeChat's media id and our copy of the file.
create table wx_material (
  tenant_id text not null,
  id uuid not null,
  account_id uuid not null,
  media_id text collate "C" not null,
  type text not null check (type in ('image', 'voice', 'video', 'news')),
  name text,
  title text,
  introduction text,
  url text,
  content_type text,
  size_bytes int8,
  articles jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by uuid,
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  oversight_code text collate "C",
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references wx_account
);
comment on table wx_material is 'class: enterprise in region; object: wxMaterial';
create unique index wx_material_media_key on wx_material (tenant_id, account_id, media_id);
create index wx_material_type_idx on wx_material (tenant_id, account_id, type, updated_at, id);
create index wx_material_follows_idx on wx_material (tenant_id, enterprise_id);
create trigger account_decides before insert or update of account_id on wx_material
  for each row
  execute function wx_account_decides();
create trigger oversight_follows before insert or update of enterprise_id on wx_material
  for each row
  execute function oversight_follows();

-- Menus (自定义菜单) of accounts. The id of a menu is the id of its account.
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
  oversight_code text collate "C",
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references wx_account
);
comment on table wx_menu is 'class: enterprise in region; object: wxMenu';
create index wx_menu_enterprise_idx on wx_menu (tenant_id, enterprise_id, id);
create trigger account_decides before insert or update of account_id on wx_menu
  for each row execute function wx_account_decides();
create trigger oversight_follows before insert or update of enterprise_id on wx_menu
  for each row
  execute function oversight_follows();

-- Publications of news, with their outcome.
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
  oversight_code text collate "C",
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references wx_account
);
comment on table wx_publication is 'class: enterprise in region; object: wxPublication';
create unique index wx_publication_publish_key on wx_publication (tenant_id, account_id, publish_id);
create index wx_publication_submitted_idx on wx_publication (tenant_id, account_id, submitted_at, id);
create index wx_publication_enterprise_idx on wx_publication (tenant_id, enterprise_id, submitted_at, id);
create trigger account_decides before insert or update of account_id on wx_publication
  for each row execute function wx_account_decides();
create trigger oversight_follows before insert or update of enterprise_id on wx_publication
  for each row
  execute function oversight_follows();

create function wx_door_of(app text) returns table (tenant_id text, account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.tenant_id, d.account_id from wx_door d where d.app_id = app
$$;

create function wx_message_index(of_id uuid, of_grams int8[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into wx_message_word (tenant_id, id, grams, enterprise_id)
  select m.tenant_id, m.id, of_grams, m.enterprise_id from wx_message m
  where m.tenant_id = current_setting('anlan.tenant_id', true) and m.tenant_id <> '' and m.id = of_id;
end $$;

-- Ids of messages that contain all pairs, newest first. It searches month by month, because one statement over all
-- months would read every old month for a rare word.
-- In a month it first scans the newest messages, which finds common words. For rare words it uses the pair index in a
-- separate statement; with a single statement the planner would scan the month backwards. The hits of the first scan
-- decide which way is cheaper. Future months are skipped, because planning them takes longer than the search.
create function wx_message_find(wanted int8[], before uuid, most int) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  part text;
  size float8;
  tenant text := current_setting('anlan.tenant_id', true);
  lowest uuid := nullif(current_setting('anlan.enterprise_from', true), '')::uuid;
  highest uuid := nullif(current_setting('anlan.enterprise_to', true), '')::uuid;
  this_month text := to_char((clock_timestamp() + interval '1 day') at time zone 'Asia/Shanghai', 'YYYYMM');
  first_walk constant int := 3000;
  upper uuid := coalesce(before, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  walk int;
  walked uuid;
  found int;
  missing int := most;
begin
  for part, size in select c.relname, c.reltuples from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.wx_message_word'::regclass
      and (right(c.relname, 6) <= this_month or (right(c.relname, 6) = '999999'
        and to_regclass('public.wx_message_word_' || this_month) is null))
    order by c.relname desc
  loop
    walk := first_walk;
    loop
      execute format(
        'select w.id from (select w.id from public.%I w where w.tenant_id = $1 and w.id < $2
           order by w.id desc limit $3) w order by w.id limit 1', part)
        into walked using tenant, upper, walk;
      exit when walked is null;
      return query execute format(
        'select w.id from public.%I w where w.tenant_id = $1 and w.id < $2 and w.id >= $3 and w.grams @> $4
           and w.enterprise_id >= $5 and w.enterprise_id <= $6 order by w.id desc limit $7', part)
        using tenant, upper, walked, wanted, lowest, highest, missing;
      get diagnostics found = row_count;
      missing := missing - found;
      upper := walked;
      exit when missing <= 0 or walk > first_walk
        or found * (found::float8 / first_walk) * (size / first_walk) < missing * 0.3;
      walk := 2 * missing * first_walk / found + first_walk;
    end loop;
    exit when missing <= 0;
    continue when walked is null;
    return query execute format(
      'with held as materialized (select w.id from public.%I w where w.grams @> $1 and w.tenant_id = $2
         and w.enterprise_id >= $3 and w.enterprise_id <= $4 and w.id < $5)
       select id from held order by id desc limit $6', part)
      using wanted, tenant, lowest, highest, upper, missing;
    get diagnostics found = row_count;
    missing := missing - found;
    exit when missing <= 0;
  end loop;
end $$;
