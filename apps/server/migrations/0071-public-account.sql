-- Public accounts (公众号) of tenants: accounts, followers, messages, and what clerks do with them.

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
  -- The access token that all nodes share, and until when it is good.
  access_token_sealed text,
  access_token_until timestamptz,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id)
);
comment on table wx_account is 'class: tenant; object: wxAccount';
comment on column wx_account.secret_sealed is 'sealed by id';
comment on column wx_account.token_sealed is 'sealed by id';
comment on column wx_account.aes_key_sealed is 'sealed by id';
comment on column wx_account.access_token_sealed is 'sealed by id';
create unique index wx_account_app_id_key on wx_account (tenant_id, app_id) where removed_at is null;
create index wx_account_name_idx on wx_account (tenant_id, name, id) where removed_at is null;
create index wx_account_updated_idx on wx_account (tenant_id, updated_at, id) where removed_at is null;
create index wx_account_kind_idx on wx_account (tenant_id, kind, name, id) where removed_at is null;
create index wx_account_kind_total_idx on wx_account (tenant_id, kind) where removed_at is null;
create index wx_account_enabled_idx on wx_account (tenant_id, enabled, name, id) where removed_at is null;
create index wx_account_enabled_total_idx on wx_account (tenant_id, enabled) where removed_at is null;
create index wx_account_total_idx on wx_account (tenant_id) where removed_at is null;

-- Whose an app id is: WeChat names nobody else at the door. One account in the whole installation.
create table wx_door (app_id text collate "C" primary key, tenant_id text not null, account_id uuid not null);
comment on table wx_door is 'class: owner';
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
create trigger wx_door_follow after insert or update of app_id, removed_at or delete on wx_account
  for each row execute function wx_door_follow();
create function wx_door_of(app text) returns table (tenant_id text, account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.tenant_id, d.account_id from wx_door d where d.app_id = app
$$;

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
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references wx_account,
  foreign key (tenant_id, employee_id) references employee
);
comment on table wx_follower is 'class: tenant; object: wxFollower';
create unique index wx_follower_open_key on wx_follower (tenant_id, account_id, open_id);
create index wx_follower_subscribed_idx on wx_follower (tenant_id, subscribed_at, id);
create index wx_follower_nick_idx on wx_follower (tenant_id, nick_name, id);
create index wx_follower_employee_idx on wx_follower (tenant_id, employee_id);

-- What stands open with a follower; one row each, written with every message.
create table wx_conversation (
  tenant_id text not null,
  follower_id uuid not null,
  account_id uuid not null,
  state text not null default 'answered' check (state in ('pending', 'answered', 'ended')),
  unread int not null default 0 check (unread >= 0),
  assignee_id uuid,
  assignee_name text,
  -- Time to answer after a message of the follower's, and after what they tapped; with the messages left in each.
  window_ends_at timestamptz,
  window_left int not null default 0,
  brief_ends_at timestamptz,
  brief_left int not null default 0,
  last_id uuid,
  last_at timestamptz not null,
  last_rep_type text,
  -- The last one that is no event: what the bell shows.
  last_said_id uuid,
  -- The last one that the follower said.
  last_user_id uuid,
  waiting_since timestamptz,
  primary key (tenant_id, follower_id),
  foreign key (tenant_id, follower_id) references wx_follower,
  foreign key (tenant_id, account_id) references wx_account
) with (fillfactor = 70);
comment on table wx_conversation is 'class: tenant';
create index wx_conversation_window_idx on wx_conversation (tenant_id, window_ends_at, follower_id);
create index wx_conversation_account_idx on wx_conversation (tenant_id, account_id, window_ends_at, follower_id);
create index wx_conversation_state_idx on wx_conversation (tenant_id, state, window_ends_at, follower_id);
create index wx_conversation_assignee_idx on wx_conversation (tenant_id, assignee_id, window_ends_at, follower_id);
create index wx_conversation_last_idx on wx_conversation (tenant_id, last_at, follower_id);
create index wx_conversation_said_idx on wx_conversation (tenant_id, last_said_id) where last_said_id is not null;
create index wx_conversation_user_idx on wx_conversation (tenant_id, last_user_id) where last_user_id is not null;
create index wx_conversation_unread_idx on wx_conversation (tenant_id, assignee_id) include (unread) where unread > 0;

-- Messages, in parts by the month in which their ids were made: ids grow with time (kernel/ids.ts).
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
  primary key (tenant_id, id)
) partition by range (id);
comment on table wx_message is 'class: tenant; object: wxMessage';
create index wx_message_chat_idx on wx_message (tenant_id, follower_id, id);
create index wx_message_unread_idx on wx_message (tenant_id, follower_id, id) where read_flag = '1';
create index wx_message_media_idx on wx_message (tenant_id, rep_media_id) where rep_media_id is not null;

-- Every two neighbouring characters of a message's text; read through the function below alone.
create table wx_message_word (
  tenant_id text not null,
  id uuid not null,
  grams int8[] not null
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

create function wx_message_index(of_id uuid, of_grams int8[]) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into wx_message_word (tenant_id, id, grams)
  select current_setting('anlan.tenant_id', true), of_id, of_grams
  where current_setting('anlan.tenant_id', true) <> ''
$$;
-- Ids of messages that have all of these pairs, the youngest first, month by month: one statement over all months would
-- read every old month for a rare word.
create function wx_message_find(wanted int8[], before uuid, most int) returns setof uuid
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
       order by w.id desc limit $4', part)
      using wanted, current_setting('anlan.tenant_id', true), before, missing;
    get diagnostics found = row_count;
    missing := missing - found;
    exit when missing <= 0;
  end loop;
end $$;

-- What came in at the door, kept before anything is done about it.
create table wx_inbox (
  tenant_id text not null,
  id uuid not null,
  account_id uuid not null,
  open_id text not null,
  -- MsgId, or who, when and which event: once for all tries of WeChat's.
  event_key text collate "C" not null,
  -- Timestamp and nonce of the request, with what its body said: the same again is no second message (S61).
  nonce_key text collate "C" not null,
  body_hash text not null,
  body jsonb not null,
  received_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  tries int not null default 0,
  problem text,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references wx_account
);
comment on table wx_inbox is 'class: tenant';
create unique index wx_inbox_event_key on wx_inbox (tenant_id, account_id, event_key);
create unique index wx_inbox_nonce_key on wx_inbox (tenant_id, account_id, nonce_key);
create index wx_inbox_waiting_idx on wx_inbox (tenant_id, id) where state = 'waiting';
create index wx_inbox_received_idx on wx_inbox (tenant_id, received_at);

-- Who has a conversation open now.
create table wx_presence (
  tenant_id text not null,
  follower_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  typing boolean not null,
  until timestamptz not null,
  primary key (tenant_id, follower_id, user_id)
);
comment on table wx_presence is 'class: tenant';

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
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references wx_account
);
comment on table wx_auto_reply is 'class: tenant; object: wxAutoReply';
create index wx_auto_reply_sort_idx on wx_auto_reply (tenant_id, sort, id) where removed_at is null;
create index wx_auto_reply_updated_idx on wx_auto_reply (tenant_id, updated_at, id) where removed_at is null;
create index wx_auto_reply_account_idx on wx_auto_reply (tenant_id, account_id, sort, id) where removed_at is null;
create index wx_auto_reply_account_name_idx on wx_auto_reply (tenant_id, account_id, name, id) where removed_at is null;
create index wx_auto_reply_name_account_idx on wx_auto_reply (tenant_id, name, id) include (account_id) where removed_at is null;
create index wx_auto_reply_type_idx on wx_auto_reply (tenant_id, type, sort, id) where removed_at is null;
-- Small ones beside, because an account or a type may be all of them and is counted in them.
create index wx_auto_reply_account_total_idx on wx_auto_reply (tenant_id, account_id) where removed_at is null;
create index wx_auto_reply_type_total_idx on wx_auto_reply (tenant_id, type) where removed_at is null;
create index wx_auto_reply_enabled_idx on wx_auto_reply (tenant_id, enabled, sort, id) where removed_at is null;
create index wx_auto_reply_enabled_total_idx on wx_auto_reply (tenant_id, enabled) where removed_at is null;
create index wx_auto_reply_total_idx on wx_auto_reply (tenant_id) where removed_at is null;

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
  primary key (tenant_id, id)
);
comment on table wx_quick_reply is 'class: tenant; object: wxQuickReply';
create index wx_quick_reply_title_idx on wx_quick_reply (tenant_id, title, id) where removed_at is null;
create index wx_quick_reply_sort_idx on wx_quick_reply (tenant_id, sort, id) where removed_at is null;
create index wx_quick_reply_updated_idx on wx_quick_reply (tenant_id, updated_at, id) where removed_at is null;
create index wx_quick_reply_total_idx on wx_quick_reply (tenant_id) where removed_at is null;

-- Materials of accounts: what WeChat keeps, and where our copy lies.
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
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references wx_account
);
comment on table wx_material is 'class: tenant; object: wxMaterial';
create unique index wx_material_media_key on wx_material (tenant_id, account_id, media_id);
create index wx_material_type_idx on wx_material (tenant_id, account_id, type, updated_at, id);

-- Words that came with this edition, where the dictionaries were put in place by an earlier one.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  insert into dictionary (tenant_id, id, type, label, edit)
  select '0', gen_random_uuid(), type, label, 'fixed'
  from (values ('wxAccountKind', '公众号类型'), ('wxAccountMode', '消息加解密方式'), ('wxAutoReplyType', '自动回复时机'),
    ('wxMessageKind', '公众号消息类型'), ('wxKeywordMatch', '关键词匹配方式')) as added (type, label)
  where exists (select from dictionary where tenant_id = '0');
  insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
  select '0', gen_random_uuid(), d.id, d.type, added.code, added.value, added.label, added.sort, added.color
  from (values
    ('wxAccountKind', 'subscription', '1', '订阅号', 10, 'grey'), ('wxAccountKind', 'service', '2', '服务号', 20, 'blue'),
    ('wxAccountMode', 'plain', '0', '明文', 10, 'orange'), ('wxAccountMode', 'compatible', '1', '兼容', 20, 'grey'),
    ('wxAccountMode', 'safe', '2', '安全', 30, 'green'),
    ('wxAutoReplyType', 'subscribe', '1', '关注时', 10, 'green'), ('wxAutoReplyType', 'kind', '2', '按消息类型', 20, 'grey'),
    ('wxAutoReplyType', 'keyword', '3', '按关键词', 30, 'blue'),
    ('wxMessageKind', 'text', 'text', '文本', 10, 'grey'), ('wxMessageKind', 'image', 'image', '图片', 20, 'grey'),
    ('wxMessageKind', 'voice', 'voice', '语音', 30, 'grey'), ('wxMessageKind', 'video', 'video', '视频', 40, 'grey'),
    ('wxMessageKind', 'shortvideo', 'shortvideo', '小视频', 50, 'grey'),
    ('wxMessageKind', 'location', 'location', '位置', 60, 'grey'), ('wxMessageKind', 'link', 'link', '链接', 70, 'grey'),
    ('wxKeywordMatch', 'exact', '1', '完全匹配', 10, 'grey'), ('wxKeywordMatch', 'contains', '2', '包含', 20, 'grey')
  ) as added (type, code, value, label, sort, color)
  join dictionary d on d.tenant_id = '0' and d.type = added.type
  where not exists (select from dictionary_item i
    where i.tenant_id = '0' and i.type = added.type and i.value = added.value);
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
