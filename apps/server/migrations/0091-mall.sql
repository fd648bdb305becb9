-- Shops of the mall (店铺) and their goods (商品). A shop stands where an enterprise stands for its people: the range of
-- ids that a session sees holds the shop's own id.
create table shop (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  status text not null default 'open' check (status in ('applied', 'open', 'rejected', 'closed')),
  name text collate "C" not null,
  credit_code text collate "C" not null,
  company text not null,
  contact_name text not null,
  phone text not null,
  phone_sealed text,
  service_line text not null,
  address text not null,
  open_hours text,
  intro text,
  logo jsonb not null default '[]',
  licences jsonb not null default '[]',
  application_no text collate "C",
  applied_at timestamptz,
  opened_on date,
  decided_reason text,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  constraint shop_phone_is_masked check (phone_is_masked(phone))
);
comment on table shop is 'class: shop by id; object: shop';
comment on column shop.phone_sealed is 'sealed by id';
-- Whoever was rejected applies again with the same name.
create unique index shop_name_key on shop (tenant_id, name) where removed_at is null and status <> 'rejected';
create unique index shop_application_key on shop (tenant_id, application_no) where application_no is not null;
create index shop_updated_idx on shop (tenant_id, updated_at, id) include (name, status) where removed_at is null;
create index shop_name_idx on shop (tenant_id, name, id) include (status) where removed_at is null;
create index shop_applied_idx on shop (tenant_id, applied_at nulls first, id) include (name, status) where removed_at is null;
create index shop_by_status_idx on shop (tenant_id, status, updated_at, id) include (name) where removed_at is null;
create index shop_status_count_idx on shop (tenant_id, status, id) where removed_at is null;
create index shop_total_idx on shop (tenant_id, id) where removed_at is null;

create table goods (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  shelf text not null default 'delisted' check (shelf in ('delisted', 'listed')),
  shop_id uuid not null,
  category text not null,
  name text collate "C" not null,
  spec text,
  price_fen bigint not null check (price_fen >= 0),
  unit text not null default '件',
  stock int not null check (stock >= 0),
  pictures jsonb not null default '[]',
  detail text,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, shop_id) references shop
);
comment on table goods is 'class: shop; object: goods';
create index goods_updated_idx on goods (tenant_id, updated_at, id) include (shop_id, name, shelf) where removed_at is null;
create index goods_name_idx on goods (tenant_id, name, id) include (shop_id, shelf) where removed_at is null;
create index goods_price_idx on goods (tenant_id, price_fen, id) include (shop_id, name, shelf) where removed_at is null;
create index goods_stock_idx on goods (tenant_id, stock, id) include (shop_id, name, shelf) where removed_at is null;
create index goods_by_shelf_idx on goods (tenant_id, shelf, updated_at, id) include (shop_id, name) where removed_at is null;
create index goods_by_category_idx on goods (tenant_id, category, updated_at, id) include (shop_id, name) where removed_at is null;
create index goods_by_shop_idx on goods (tenant_id, shop_id, updated_at, id) include (name) where removed_at is null;
create index goods_shelf_count_idx on goods (tenant_id, shelf, shop_id) where removed_at is null;
create index goods_category_count_idx on goods (tenant_id, category, shop_id) where removed_at is null;
create index goods_total_idx on goods (tenant_id, shop_id) where removed_at is null;

-- Whose account it is among people of shops; by number strangers find where their application went.
alter table app_user no force row level security;
alter table app_user add column shop_id uuid;
alter table app_user add foreign key (tenant_id, shop_id) references shop;
create index app_user_shop_idx on app_user (tenant_id, shop_id) where shop_id is not null;
create table shop_number (
  tenant_id text not null,
  number text collate "C" not null,
  primary key (tenant_id, number)
);
create unique index shop_number_key on shop_number (number);
comment on table shop_number is 'class: wall';
alter table public_attempt drop constraint public_attempt_kind_check;
alter table public_attempt add constraint public_attempt_kind_check
  check (kind in ('sms', 'apply', 'shop', 'register', 'findPhone'));
alter table content_agreement drop constraint content_agreement_occasion_check;
alter table content_agreement add constraint content_agreement_occasion_check
  check (occasion in ('register', 'apply', 'purchase', 'shop'));

-- What is a shop's own, its files for example, lies in no division: whoever oversees any part of the unit sees it.
create or replace function oversight_follows() returns trigger language plpgsql as $$
begin
  if new.enterprise_id = '00000000-0000-0000-0000-000000000000' then
    new.oversight_code := null;
    return new;
  end if;
  select e.oversight_code into new.oversight_code from enterprise e
    where e.tenant_id = new.tenant_id and e.id = new.enterprise_id;
  if new.oversight_code is null and not exists (select from shop s where s.tenant_id = new.tenant_id and s.id = new.enterprise_id) then
    new.oversight_code := '';
  end if;
  return new;
end $$;
