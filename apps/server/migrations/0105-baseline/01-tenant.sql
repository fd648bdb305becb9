-- Tenants, organs, users, roles and shared lists. Row security policies and grants follow from the class in each
-- table's comment (platform/db/table-classes.ts).
-- Functions that run as the owner check limits only in columns with the comment "written by the owner" (S96).

-- Normalizes a text for comparison: ignores width, case, blanks and punctuation.
create function plain_text(value text) returns text
  language sql immutable parallel safe
  return regexp_replace(upper(normalize(value, nfkc)),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f\ufe30-\ufe4f\uff00-\uff0f]', '', 'g');

-- Also ignores a final 有限公司, 有限责任公司 or 公司.
create function plain_name(value text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(regexp_replace(plain_text(value), '((股份)?有限(责任)?)?公司$', ''), ''), plain_text(value));

-- Phones of enterprises, stations and applications are encrypted (S78). The old columns contain the mask
-- '138****0000', so lists and counts decrypt nothing. The full phones of a row are in its encrypted column.
create function phone_is_masked(value text) returns boolean
  language sql immutable parallel safe
  return value is null or value = '' or strpos(value, '*') > 0;

-- The rights of a session are read from the tables with this trigger (decision 0077). At commit, each change notifies
-- all nodes with the tenant id. If only one user, session, enterprise or shop is affected, its id follows.
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

-- Class comments of tables become row security policies and grants after each migration file (docs/decisions/0004).
create table brand (
  id text primary key,
  name text not null,
  copy text,
  icp text,
  tec text,
  logo text,
  hosts text[] not null default '{}',
  sort int not null default 0,
  -- The columns of the platform's tenant list are in this table. The reason of a suspension is in `tenant`.
  generic_hosts text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'frozen')),
  created_at timestamptz not null default now(),
  -- Start of the thirty days in which the platform can restore the tenant.
  removed_at timestamptz,
  version int not null default 1,
  -- After the thirty days the rows of the tenant are deleted, table by table.
  purge_began_at timestamptz,
  purged_at timestamptz
);
comment on table brand is 'class: brand';
comment on column brand.removed_at is 'written by the owner';
comment on column brand.purge_began_at is 'written by the owner';

create table tenant (
  tenant_id text primary key,
  name text not null,
  status text not null default 'active' check (status in ('active', 'frozen')),
  created_at timestamptz not null default now(),
  frozen_reason text,
  -- Platform users may write in the tenant until this time. Later they may only read.
  entry_write_until timestamptz,
  -- Sender name and templates of the unit at the SMS vendor. If null, the unit uses those of the platform.
  sms_sign_name text,
  sms_templates jsonb,
  -- 等级保护三级: no user holds two of the three administrator duties, and all users need a second factor.
  mlps3 boolean not null default false
);
comment on table tenant is 'class: tenant; object: tenant';
create trigger standing_changes after update on tenant
  for each row when (old.status is distinct from new.status or old.mlps3 is distinct from new.mlps3)
  execute function tell_standing('');
create trigger standing_goes after delete on tenant for each row execute function tell_standing('');

-- Modules that a tenant rents, as 'module:thing'. A tenant without rows may use all modules.
create table tenant_package (
  tenant_id text not null references tenant,
  stem text not null,
  primary key (tenant_id, stem)
);
comment on table tenant_package is 'class: tenant';
create trigger standing_changes after update on tenant_package
  for each row when (old.stem is distinct from new.stem)
  execute function tell_standing('');
create trigger standing_comes after insert on tenant_package for each row execute function tell_standing('');
create trigger standing_goes after delete on tenant_package for each row execute function tell_standing('');

-- A platform user who entered a tenant: one session, one hour, with a reason.
create table tenant_entry (
  tenant_id text not null references tenant,
  id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  reason text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  left_at timestamptz,
  primary key (tenant_id, id)
);
comment on table tenant_entry is 'class: wall';
create index tenant_entry_session_idx on tenant_entry (session_id, tenant_id, ends_at);

-- Business parameters (业务参数) set by the unit. The contract has the defaults of unset parameters.
create table tenant_setting (
  tenant_id text not null references tenant,
  version int not null,
  setting jsonb not null,
  updated_at timestamptz not null,
  updated_by_name text,
  primary key (tenant_id)
);
comment on table tenant_setting is 'class: tenant';
create trigger standing_changes after update on tenant_setting
  for each row when (old.setting is distinct from new.setting)
  execute function tell_standing('');
create trigger standing_comes after insert on tenant_setting for each row execute function tell_standing('');
create trigger standing_goes after delete on tenant_setting for each row execute function tell_standing('');

create table organ (
  tenant_id text not null references tenant,
  id uuid not null,
  parent_id uuid,
  name text not null,
  sort int not null default 0,
  -- Increased by each edit, to detect concurrent edits.
  version int not null default 1,
  -- Region of the organ. Child organs without a region inherit it.
  region_code text collate "C",
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references organ
);
comment on table organ is 'class: tenant; object: organ';
create index organ_parent_idx on organ (tenant_id, parent_id, sort, id);
create trigger standing_changes after update on organ
  for each row when (old.parent_id is distinct from new.parent_id or old.region_code is distinct from new.region_code)
  execute function tell_standing('');
create trigger standing_goes after delete on organ for each row execute function tell_standing('');

create table calendar_day (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  day date not null,
  kind text not null check (kind in ('rest', 'work')),
  name text not null,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  primary key (tenant_id, id)
);
comment on table calendar_day is 'class: tenant; object: calendarDay';
create unique index calendar_day_day_key on calendar_day (tenant_id, day);
create index calendar_day_order_idx on calendar_day (tenant_id, day, id) include (kind);
create index calendar_day_updated_idx on calendar_day (tenant_id, updated_at, id) include (kind);
-- Used to count all rows of a tenant.
create index calendar_day_total_idx on calendar_day (tenant_id);
create index calendar_day_kind_idx on calendar_day (tenant_id, kind, day, id);

create table dictionary (
  tenant_id text not null references tenant,
  id uuid not null,
  type text not null,
  label text not null,
  edit text not null check (edit in ('fixed', 'platform', 'tenant')),
  description text,
  version int not null default 1,
  primary key (tenant_id, id)
);
comment on table dictionary is 'class: shared; object: dictionary';
create unique index dictionary_type_key on dictionary (tenant_id, type);

create table dictionary_item (
  tenant_id text not null,
  id uuid not null,
  dict_id uuid not null,
  type text not null,
  code text not null,
  value text not null,
  label text not null,
  description text,
  sort int not null default 0,
  color text,
  -- A disabled item cannot be chosen any more. Rows with its value still show its label.
  enabled boolean not null default true,
  version int not null default 1,
  primary key (tenant_id, id)
);
comment on table dictionary_item is 'class: shared; object: dictionaryItem';
create unique index dictionary_item_value_key on dictionary_item (tenant_id, type, value);
create index dictionary_item_dict_idx on dictionary_item (tenant_id, dict_id, sort, id);

create table region (
  tenant_id text not null references tenant,
  code text collate "C" not null,
  name text not null,
  parent text,
  level int not null,
  leaf boolean not null,
  pinyin text not null default '',
  path text not null,
  -- `replacement` is the code of the successor region. Regions added by a tenant are below a district.
  valid_from date,
  valid_to date,
  replacement text,
  enabled boolean not null default true,
  version int not null default 1,
  primary key (tenant_id, code)
);
comment on table region is 'class: shared; object: region';
create index region_parent_idx on region (tenant_id, parent, code);

create table industry (
  tenant_id text not null references tenant,
  code text collate "C" not null,
  parent text,
  name text not null,
  pinyin text not null default '',
  primary key (tenant_id, code)
);
comment on table industry is 'class: shared';

create table counter (
  tenant_id text not null references tenant,
  name text not null,
  value bigint not null,
  primary key (tenant_id, name)
);
comment on table counter is 'class: tenant';

-- Number of changes of menus and dictionaries. When the number grows, browsers discard their cache. A change by the
-- platform concerns all tenants.
create table fresh (
  tenant_id text not null references tenant,
  topic text not null check (topic in ('menu', 'dictionary')),
  number bigint not null,
  primary key (tenant_id, topic)
);
comment on table fresh is 'class: shared';
create trigger standing_changes after update on fresh
  for each row when (old.topic is distinct from new.topic or old.number is distinct from new.number)
  execute function tell_standing('');
create trigger standing_comes after insert on fresh for each row execute function tell_standing('');
create trigger standing_goes after delete on fresh for each row execute function tell_standing('');

create table menu (
  tenant_id text not null references tenant,
  id uuid not null,
  parent_id uuid,
  name text not null,
  path text not null default '',
  component text,
  icon text,
  type text not null default '0' check (type in ('0', '1')),
  permission text,
  sort int not null default 0,
  keep_alive boolean not null default true,
  page_group text[] not null default '{}',
  query jsonb not null default '{}',
  red_dot text,
  pinyin text not null default '',
  roles text[] not null default '{}',
  user_types text[] not null default '{}',
  -- Key of a preset entry; null for an entry that an administrator created.
  key text,
  -- Values that the last release stored. A field with another value was changed by an administrator, and a release
  -- does not overwrite it.
  seeded jsonb,
  hidden boolean not null default false,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references menu
);
comment on table menu is 'class: shared; object: menu';
create unique index menu_key_key on menu (tenant_id, key) where key is not null;
create index menu_parent_idx on menu (tenant_id, parent_id);

create table role (
  tenant_id text not null references tenant,
  id uuid not null,
  code text not null,
  name text not null,
  data_scope text not null default '0' check (data_scope in ('0', '1', '2', '3')),
  description text,
  -- Only users of this type may hold the role.
  user_type text not null default 'regulator' check (user_type in ('regulator', 'enterprise', 'shop', 'platform')),
  -- A preset role cannot be removed. A new release adds its new permits to it.
  preset boolean not null default false,
  -- Permits that releases have given the role. Null until a start gives the first permit.
  seeded text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id)
);
comment on table role is 'class: tenant; object: role';
create unique index role_code_key on role (tenant_id, code);
create trigger standing_changes after update on role
  for each row when (old.code is distinct from new.code or old.user_type is distinct from new.user_type
    or old.data_scope is distinct from new.data_scope)
  execute function tell_standing('');
create trigger standing_goes after delete on role for each row execute function tell_standing('');

create table role_permit (
  tenant_id text not null,
  role_id uuid not null,
  permit text not null,
  primary key (tenant_id, role_id, permit),
  foreign key (tenant_id, role_id) references role
);
comment on table role_permit is 'class: tenant';
create trigger standing_changes after update on role_permit
  for each row when (old.role_id is distinct from new.role_id or old.permit is distinct from new.permit)
  execute function tell_standing('');
create trigger standing_comes after insert on role_permit for each row execute function tell_standing('');
create trigger standing_goes after delete on role_permit for each row execute function tell_standing('');

create table role_region (
  tenant_id text not null,
  role_id uuid not null,
  region_code text collate "C" not null,
  primary key (tenant_id, role_id, region_code),
  foreign key (tenant_id, role_id) references role on delete cascade
);
comment on table role_region is 'class: tenant';
create trigger standing_changes after update on role_region
  for each row when (old.role_id is distinct from new.role_id or old.region_code is distinct from new.region_code)
  execute function tell_standing('');
create trigger standing_comes after insert on role_region for each row execute function tell_standing('');
create trigger standing_goes after delete on role_region for each row execute function tell_standing('');

create table app_user (
  tenant_id text not null references tenant,
  id uuid not null,
  username text collate "C" not null,
  nick_name text not null,
  phone text,
  email text,
  avatar text,
  type text not null check (type in ('regulator', 'enterprise', 'shop', 'platform')),
  password_hash text,
  password_changed_at timestamptz,
  lock_flag text not null default '0' check (lock_flag in ('0', '9')),
  -- The account has the published demo password. The password works until this is false or the account is locked.
  demo boolean not null default false,
  -- All writes of this user are refused.
  demo_mode boolean not null default false,
  organ_id uuid,
  last_enterprise_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  -- Somebody else set the password, so the user must change it.
  must_change_password boolean not null default false,
  -- Users who register themselves (自助注册) can sign in only after an administrator of the tenant approves them.
  approval text not null default 'approved' check (approval in ('approved', 'pending', 'rejected')),
  -- Name of the enterprise as the user typed it. The name gives no rights.
  claimed_enterprise text,
  phone_sealed text,
  phone_index text collate "C",
  email_sealed text,
  -- Expiry of a password that somebody else set. The user removes the limit by changing the password.
  password_ends_at timestamptz,
  deleted_at timestamptz,
  -- Blind index of the email, for the sign-in by directory. The next start fills this column for existing users.
  email_index text collate "C",
  shop_id uuid,
  nick_name_search text collate "C" not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, organ_id) references organ
);
comment on table app_user is 'class: tenant; object: user where type <> ''enterprise'' or exists (select from user_enterprise b where b.tenant_id = o.tenant_id and b.user_id = o.id)';
comment on column app_user.phone_sealed is 'sealed by id';
comment on column app_user.email_sealed is 'sealed by id';
-- The next start encrypts existing phones and emails. New values are never written to these two columns.
alter table app_user add constraint app_user_plain_is_sealed check (phone is null and email is null) not valid;
create unique index app_user_username_key on app_user (tenant_id, username);
create index app_user_type_idx on app_user (tenant_id, type, nick_name);
create index app_user_waiting_idx on app_user (tenant_id, id) where approval = 'pending';
create index app_user_plain_idx on app_user (tenant_id, id) where phone is not null or email is not null;
-- A phone is unique among the users of a type, also with concurrent inserts.
create unique index app_user_phone_key on app_user (tenant_id, type, phone_index);
create index app_user_phone_index_idx on app_user (tenant_id, phone_index, id);
-- Lists of users have one index per filter. The id makes each order unique.
create index app_user_list_idx on app_user (tenant_id, id) where deleted_at is null;
create index app_user_kind_idx on app_user (tenant_id, type, id) where deleted_at is null;
create index app_user_lock_idx on app_user (tenant_id, lock_flag, id) where deleted_at is null;
create index app_user_organ_idx on app_user (tenant_id, organ_id, id) where deleted_at is null;
create index app_user_name_idx on app_user (tenant_id, (nick_name collate "C"), id) where deleted_at is null;
create index app_user_username_idx on app_user (tenant_id, username, id) where deleted_at is null;
create index app_user_email_index_idx on app_user (tenant_id, email_index, id);
create index app_user_mail_plain_idx on app_user (tenant_id, id) where email_sealed is not null and email_index is null;
create index app_user_shop_idx on app_user (tenant_id, shop_id) where shop_id is not null;
create index app_user_nick_name_search_idx on app_user (tenant_id, nick_name_search, id) include (type)
  where deleted_at is null;
create index app_user_nick_name_unread_idx on app_user (tenant_id, id) where strpos(nick_name_search, chr(10)) = 0;

create function nick_name_search_follows() returns trigger language plpgsql as $$
    begin
      if starts_with(new.nick_name_search, lower(new.nick_name collate "C") || chr(10)) is not true then
        new.nick_name_search := coalesce(lower(new.nick_name collate "C"), '');
      end if;
      return new;
    end $$;
create trigger name_search_follows before insert or update of nick_name, nick_name_search on app_user
  for each row
  execute function nick_name_search_follows();
create trigger standing_changes after update on app_user
  for each row when (old.nick_name is distinct from new.nick_name or old.type is distinct from new.type
    or old.lock_flag is distinct from new.lock_flag or old.shop_id is distinct from new.shop_id
    or old.organ_id is distinct from new.organ_id or old.demo_mode is distinct from new.demo_mode
    or old.must_change_password is distinct from new.must_change_password
    or old.password_hash is distinct from new.password_hash
    or old.password_changed_at is distinct from new.password_changed_at)
  execute function tell_standing('id');
create trigger standing_goes after delete on app_user for each row execute function tell_standing('id');

create table user_role (
  tenant_id text not null,
  user_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, role_id) references role
);
comment on table user_role is 'class: tenant';
create index user_role_people_idx on user_role (tenant_id, role_id, user_id);
create index user_role_role_idx on user_role (tenant_id, role_id);
create trigger standing_changes after update on user_role
  for each row when (old.user_id is distinct from new.user_id or old.role_id is distinct from new.role_id)
  execute function tell_standing('user_id');
create trigger standing_comes after insert on user_role for each row execute function tell_standing('user_id');
create trigger standing_goes after delete on user_role for each row execute function tell_standing('user_id');

-- External sites (外部网站) that a tenant allows in frames of its pages, by host and port.
create table frame_host (
  tenant_id text not null references tenant,
  id uuid not null,
  host text not null,
  name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, host)
);
comment on table frame_host is 'class: tenant; object: frameHost';

-- Keys for encrypted fields and for blind indexes (S78).
create table data_key (
  tenant_id text not null,
  kind text not null check (kind in ('field', 'index')),
  no int not null,
  state text not null check (state in ('next', 'current', 'old')),
  -- The data key, encrypted with the master key. The master key is stored outside the database.
  wrapped text not null,
  -- Identifies the master key, without revealing it.
  master text not null,
  created_at timestamptz not null default now(),
  replaced_at timestamptz,
  primary key (tenant_id, kind, no)
);
comment on table data_key is 'class: tenant';
create unique index data_key_current_key on data_key (tenant_id, kind) where state = 'current';
create unique index data_key_next_key on data_key (tenant_id, kind) where state = 'next';

-- Settings of the interface (设置) that a user changed.
create table user_setting (
  tenant_id text not null,
  user_id uuid not null,
  setting jsonb not null check (octet_length(setting::text) <= 4096),
  updated_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
comment on table user_setting is 'class: tenant';

-- Adds `oversight_code` to a table with enterprise rows, with a trigger that follows the enterprise, and notes it in
-- the table's class comment.
-- A migration that creates such a table needs no other call. This function disables `force row level security`; every
-- migration enables it again at its end.
create function follow_enterprise(of_table text) returns void language plpgsql as $$
declare
  said text := obj_description(of_table::regclass, 'pg_class');
  bound boolean := exists (select from pg_constraint
    where contype = 'f' and conrelid = of_table::regclass and confrelid = 'enterprise'::regclass);
begin
  alter table enterprise no force row level security;
  execute format('alter table %I add column oversight_code text collate "C"', of_table);
  execute format('alter table %I no force row level security', of_table);
  execute format('update %I r set oversight_code = coalesce((select e.oversight_code from enterprise e
    where e.tenant_id = r.tenant_id and e.id = r.enterprise_id), '''')
    where r.enterprise_id <> ''00000000-0000-0000-0000-000000000000''', of_table);
  -- Rows of the tenant itself have no code. If the table cannot have such rows, the code is required.
  if bound then execute format('alter table %I alter column oversight_code set not null', of_table); end if;
  execute format('create trigger oversight_follows before insert or update of enterprise_id on %I
    for each row execute function oversight_follows()', of_table);
  execute format('comment on table %I is %L', of_table, regexp_replace(said, '^(class: \w+)( in region)?', '\1 in region'));
end $$;

-- Whether the same photo exists anywhere in the tenant, also outside the caller's data scope. The answer contains
-- neither the owner nor the place of the photo.
create function photo_stands_elsewhere(hash text) returns boolean language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  enterprise_from constant text := coalesce(current_setting('anlan.enterprise_from', true), '');
  enterprise_to constant text := coalesce(current_setting('anlan.enterprise_to', true), '');
  stands boolean;
begin
  perform set_config('anlan.enterprise_from', '00000000-0000-0000-0000-000000000000', true),
    set_config('anlan.enterprise_to', 'ffffffff-ffff-ffff-ffff-ffffffffffff', true);
  stands := exists (select from file f where f.tenant_id = current_setting('anlan.tenant_id', true) and f.sha256 = hash
    and f.purpose = 'photo' and f.expires_at is null);
  perform set_config('anlan.enterprise_from', enterprise_from, true), set_config('anlan.enterprise_to', enterprise_to, true);
  return stands;
end $$;

-- Search by pinyin and initials (decision 0067). The search column contains the name in lower case and then its
-- readings, one per line. The program writes the readings. A trigger checks that the text belongs to the name. If a
-- name is written without readings (bulk import, erasure), the trigger stores only the name, so no old name remains.
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
  -- The update must not fire triggers that change other columns.
  execute format('alter table %I disable trigger user', of_table);
  execute format('update %I set %I = lower(%I collate "C") where %3$I is not null', of_table, search, of_column);
  execute format('alter table %I enable trigger user', of_table);
  execute format('create trigger name_search_follows before insert or update of %I, %I on %I
    for each row execute function %I()', of_column, search, of_table, search || '_follows');
end $$;
