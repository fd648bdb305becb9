-- Keys that classified fields are sealed with (S78), and people whose phone and mail are sealed; users an administrator runs.

create table data_key (
  tenant_id text not null,
  kind text not null check (kind in ('field', 'index')),
  no int not null,
  state text not null check (state in ('next', 'current', 'old')),
  -- Under the master key, which is kept apart from the data.
  wrapped text not null,
  -- Tells which master key; nothing of the key itself.
  master text not null,
  created_at timestamptz not null default now(),
  replaced_at timestamptz,
  primary key (tenant_id, kind, no)
);
create unique index data_key_current_key on data_key (tenant_id, kind) where state = 'current';
create unique index data_key_next_key on data_key (tenant_id, kind) where state = 'next';
comment on table data_key is 'class: tenant';

drop index app_user_phone_idx;
alter table app_user
  add column phone_sealed text,
  add column phone_index text collate "C",
  add column email_sealed text,
  -- After this moment the password no longer opens: it was given by somebody else and never replaced.
  add column password_ends_at timestamptz,
  add column deleted_at timestamptz,
  -- What stood there before is sealed at the next start; nobody writes these two again.
  add constraint app_user_plain_is_sealed check (phone is null and email is null) not valid;
comment on column app_user.phone_sealed is 'sealed by id';
comment on column app_user.email_sealed is 'sealed by id';
-- What a second factor rests on is sealed too.
comment on column second_factor.secret is 'sealed by user_id';
comment on column second_factor.pending is 'sealed by user_id';
create index app_user_plain_idx on app_user (tenant_id, id) where phone is not null or email is not null;
-- Nobody of a kind shares a phone with another of the kind, whoever comes at once.
create unique index app_user_phone_key on app_user (tenant_id, type, phone_index);
create index app_user_phone_index_idx on app_user (tenant_id, phone_index, id);

-- Lists of users: one index a way to look for them; ids close every order.
create index app_user_list_idx on app_user (tenant_id, id) where deleted_at is null;
create index app_user_kind_idx on app_user (tenant_id, type, id) where deleted_at is null;
create index app_user_lock_idx on app_user (tenant_id, lock_flag, id) where deleted_at is null;
create index app_user_organ_idx on app_user (tenant_id, organ_id, id) where deleted_at is null;
create index app_user_name_idx on app_user (tenant_id, (nick_name collate "C"), id) where deleted_at is null;
create index app_user_username_idx on app_user (tenant_id, username, id) where deleted_at is null;
create index user_role_people_idx on user_role (tenant_id, role_id, user_id);
drop index user_enterprise_enterprise_idx;
create index user_enterprise_people_idx on user_enterprise (tenant_id, enterprise_id, user_id);
