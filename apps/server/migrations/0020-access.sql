-- Roles and menus that administrators keep (角色、菜单), and a mark of each part whose change browsers follow at once.

-- What a browser keeps of a part is stale once the part's number has grown; rows of the platform count for every tenant.
create table fresh (
  tenant_id text not null references tenant,
  topic text not null check (topic in ('menu', 'dictionary')),
  number bigint not null,
  primary key (tenant_id, topic)
);
comment on table fresh is 'class: shared';

alter table role
  add column description text,
  -- Which kind of people may hold it.
  add column user_type text not null default 'regulator'
    check (user_type in ('regulator', 'enterprise', 'shop', 'platform')),
  -- Comes with the product: it stays, and the permits of a new release are added to it.
  add column preset boolean not null default false,
  -- The permits that releases have put into it so far; null before the first start that does.
  add column seeded text[],
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column version int not null default 1;
alter table role no force row level security;
update role set preset = true,
  user_type = case code
    when 'ROLE_ADMIN' then 'platform' when 'ROLE_ENT_ADMIN' then 'enterprise'
    when 'ROLE_ENT_STAFF' then 'enterprise' when 'ROLE_SHOP' then 'shop' else 'regulator' end
  where code in
    ('ROLE_ADMIN', 'ROLE_TENANT_ADMIN', 'ROLE_REGULATOR', 'ROLE_ENT_ADMIN', 'ROLE_ENT_STAFF', 'ROLE_SHOP');
create index user_role_role_idx on user_role (tenant_id, role_id);

alter table menu
  -- Names an entry that comes with the product; null for one that a person made.
  add column key text,
  -- What the last release put into the entry: whatever differs, a person has changed, and it stays.
  add column seeded jsonb,
  add column hidden boolean not null default false,
  add column version int not null default 1;
create unique index menu_key_key on menu (tenant_id, key) where key is not null;
create index menu_parent_idx on menu (tenant_id, parent_id);
