-- Plans, memberships, orders, payments, ledgers, shops, goods and designed pages.

-- Plans that enterprises buy (套餐). All tenants read the plans of the platform's tenant.
create table plan (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  name text collate "C" not null,
  code text collate "C" not null,
  shelf text not null default 'delisted' check (shelf in ('delisted', 'listed')),
  -- Prices by number of years, each with an id. Amounts in fen.
  price_list jsonb not null,
  content jsonb not null,
  car_types text[] not null default '{}',
  opens text[] not null default '{}',
  seats int not null default 0 check (seats >= 0),
  storage_mb int not null default 0 check (storage_mb >= 0),
  lookups int not null default 0 check (lookups >= 0),
  sort int not null default 0,
  edition int not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id)
);
comment on table plan is 'class: shared; object: plan';
create unique index plan_code_key on plan (tenant_id, code) where removed_at is null;
create index plan_updated_idx on plan (tenant_id, updated_at, id) include (shelf) where removed_at is null;
create index plan_name_idx on plan (tenant_id, name, id) include (shelf) where removed_at is null;
create index plan_sort_idx on plan (tenant_id, sort, id) include (shelf) where removed_at is null;
create index plan_shelf_idx on plan (tenant_id, shelf, sort, id) where removed_at is null;
create index plan_total_idx on plan (tenant_id) where removed_at is null;

-- Memberships (会员) of enterprises. The last day is counted from the start of an unbroken membership. So a refund
-- restores the exact last day before the purchase.
create table membership (
  tenant_id text not null,
  enterprise_id uuid not null,
  version int not null default 1,
  began_on date not null,
  months int not null check (months >= 0),
  -- `began_on` plus `months`, or the day of a refund that took more months than were left.
  ends_on date not null,
  is_trial boolean not null default false,
  -- Whether the trial was used. An enterprise has one trial.
  tried boolean not null default false,
  plan_code text,
  plan_name text,
  opens text[] not null default '{}',
  seats int not null default 0,
  storage_mb int not null default 0,
  lookups int not null default 0,
  lookups_used int not null default 0,
  -- State of the membership in the last notice to the enterprise.
  told text,
  updated_at timestamptz not null,
  oversight_code text collate "C" not null,
  primary key (tenant_id, enterprise_id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table membership is 'class: enterprise in region';
create index membership_ends_idx on membership (tenant_id, ends_on, enterprise_id) include (told);
create trigger oversight_follows before insert or update of enterprise_id on membership
  for each row
  execute function oversight_follows();
create trigger standing_changes after update on membership
  for each row when (old.began_on is distinct from new.began_on or old.months is distinct from new.months
    or old.ends_on is distinct from new.ends_on or old.is_trial is distinct from new.is_trial
    or old.opens is distinct from new.opens)
  execute function tell_standing('enterprise_id');
create trigger standing_comes after insert on membership for each row execute function tell_standing('enterprise_id');
create trigger standing_goes after delete on membership for each row execute function tell_standing('enterprise_id');

-- Membership notices to an enterprise. They are separate from safety warnings.
create table membership_notice (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  at timestamptz not null,
  text text not null,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table membership_notice is 'class: enterprise in region';
create index membership_notice_owner_idx on membership_notice (tenant_id, enterprise_id, id);
create trigger oversight_follows before insert or update of enterprise_id on membership_notice
  for each row
  execute function oversight_follows();

-- Orders (订单) of enterprises. The purchased items are copied from the plan, so later changes of the plan do not
-- affect the order.
create table order_record (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  order_no text collate "C" not null,
  name text collate "C" not null,
  code text not null,
  plan_id uuid,
  price_id uuid,
  year int not null,
  remark text,
  status text not null default 'unpaid' check (status in ('unpaid', 'paid', 'closed', 'refunding', 'refunded', 'refundFailed', 'unknown')),
  price int8 not null check (price > 0),
  paid int8 not null default 0,
  refunded int8 not null default 0 check (refunded >= 0),
  months int not null check (months > 0),
  gift_month int not null default 0,
  -- Refunded months.
  months_back int not null default 0,
  gift_back int not null default 0,
  edition int not null,
  opens text[] not null default '{}',
  seats int not null default 0,
  storage_mb int not null default 0,
  lookups int not null default 0,
  -- The successful payment attempt. A paid order always has one.
  payment_id uuid,
  pay_kind text check (pay_kind in ('wechat', 'alipay')),
  transaction_id text,
  create_time timestamptz not null,
  paid_at timestamptz,
  expires_at timestamptz not null,
  membership_from date,
  membership_to date,
  buyer_id uuid,
  buyer_name text,
  agreement int,
  invoice_status text not null default 'none' check (invoice_status in ('none', 'applied', 'issued', 'reversed')),
  invoice jsonb,
  invoice_no text,
  invoice_files jsonb not null default '[]',
  problem text,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  check (status in ('unpaid', 'closed') or payment_id is not null),
  check (paid = case when payment_id is null then 0 else price end),
  check (refunded <= paid and months_back <= months and gift_back <= gift_month)
);
comment on table order_record is 'class: enterprise in region; object: order';
create unique index order_record_order_no_key on order_record (tenant_id, order_no) where removed_at is null;
create unique index order_record_payment_key on order_record (tenant_id, payment_id) where payment_id is not null;
create index order_record_created_idx on order_record (tenant_id, create_time, id) include (enterprise_id, name)
  where removed_at is null;
create index order_record_paid_idx on order_record (tenant_id, paid_at nulls first, id) include (enterprise_id, name)
  where removed_at is null;
create index order_record_updated_idx on order_record (tenant_id, updated_at, id) include (enterprise_id, name)
  where removed_at is null;
create index order_record_name_idx on order_record (tenant_id, name, id) include (enterprise_id) where removed_at is null;
create index order_record_enterprise_idx on order_record (tenant_id, enterprise_id, create_time, id);
create index order_record_status_idx on order_record (tenant_id, status, create_time, id) include (enterprise_id)
  where removed_at is null;
create index order_record_invoice_idx on order_record (tenant_id, invoice_status, create_time, id)
  include (enterprise_id) where removed_at is null;
create index order_record_kind_idx on order_record (tenant_id, pay_kind, create_time, id) include (enterprise_id)
  where removed_at is null;
create index order_record_oversight_idx on order_record (tenant_id, oversight_code, create_time, id)
  include (enterprise_id) where removed_at is null;
create index order_record_total_idx on order_record (tenant_id, enterprise_id) where removed_at is null;
create index order_record_faulty_idx on order_record (tenant_id, create_time, id)
  where problem is not null and removed_at is null;
create index order_record_open_idx on order_record (tenant_id, expires_at, id) where status = 'unpaid';
create trigger oversight_follows before insert or update of enterprise_id on order_record
  for each row
  execute function oversight_follows();

-- Payment attempts, one per order and vendor. Our trade number identifies the tenant of a vendor notice.
create table pay_attempt (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  order_id uuid not null,
  vendor text not null check (vendor in ('wechat', 'alipay')),
  -- Merchant or application id of the attempt.
  account text not null,
  out_trade_no text collate "C" not null,
  amount int8 not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'duplicate', 'closed', 'refused')),
  -- Whether the attempt was sent to the vendor. Only then can it be paid.
  begun boolean not null default false,
  code_url text,
  opened_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  transaction_id text collate "C",
  refunded int8 not null default 0,
  -- Time of the next vendor query; null if none is needed.
  ask_at timestamptz,
  asked int not null default 0,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, order_id) references order_record,
  check ((state in ('paid', 'duplicate')) = (paid_at is not null)),
  check ((paid_at is null) = (transaction_id is null)),
  check (refunded >= 0 and refunded <= amount)
);
comment on table pay_attempt is 'class: enterprise in region';
create unique index pay_attempt_number_key on pay_attempt (tenant_id, out_trade_no);
create unique index pay_attempt_order_key on pay_attempt (tenant_id, order_id, vendor);
create unique index pay_attempt_transaction_key on pay_attempt (tenant_id, vendor, account, transaction_id)
  where transaction_id is not null;
create index pay_attempt_owner_idx on pay_attempt (tenant_id, enterprise_id, id);
create index pay_attempt_ask_idx on pay_attempt (tenant_id, ask_at) where ask_at is not null;
create index pay_attempt_paid_idx on pay_attempt (tenant_id, paid_at) include (vendor) where paid_at is not null;
create trigger oversight_follows before insert or update of enterprise_id on pay_attempt
  for each row
  execute function oversight_follows();

-- Refunds. `order_record.payment_id` has no foreign key, because a purge cannot handle circular references.
create table order_refund (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  order_id uuid not null,
  attempt_id uuid not null,
  refund_no text collate "C" not null,
  -- Our refund number at the vendor, equal for all retries.
  out_refund_no text collate "C" not null,
  amount int8 not null check (amount > 0),
  months int not null default 0,
  gift_month int not null default 0,
  -- True for refunds without a request: a payment made twice or too late, or a refund made in the vendor's back
  -- office.
  automatic boolean not null default false,
  state text not null check (state in ('asked', 'sending', 'done', 'failed', 'unknown', 'rejected')),
  reason text not null,
  asked_by uuid,
  asked_by_name text,
  asked_at timestamptz not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  opinion text,
  sent_at timestamptz,
  finished_at timestamptz,
  vendor_refund_no text,
  failure text,
  ask_at timestamptz,
  asked int not null default 0,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, order_id) references order_record,
  foreign key (tenant_id, attempt_id) references pay_attempt,
  -- A person cannot decide on their own request.
  check (decided_by is null or asked_by is null or decided_by <> asked_by),
  check (automatic or state in ('asked', 'rejected') or decided_by is not null)
);
comment on table order_refund is 'class: enterprise in region';
create unique index order_refund_number_key on order_refund (tenant_id, out_refund_no);
-- One open refund per order: the amount of the next one depends on its result.
create unique index order_refund_open_key on order_refund (tenant_id, order_id)
  where not automatic and state in ('asked', 'sending', 'failed', 'unknown');
-- An attempt is refunded automatically at most once.
create unique index order_refund_automatic_key on order_refund (tenant_id, attempt_id) where automatic;
create index order_refund_owner_idx on order_refund (tenant_id, enterprise_id, id);
create index order_refund_order_idx on order_refund (tenant_id, order_id, id);
create index order_refund_asked_idx on order_refund (tenant_id, asked_at, id);
create index order_refund_ask_idx on order_refund (tenant_id, ask_at) where ask_at is not null;
create trigger oversight_follows before insert or update of enterprise_id on order_refund
  for each row
  execute function oversight_follows();

-- Ledger of orders: events with evidence, and amounts received or refunded.
create table order_ledger (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  order_id uuid not null,
  at timestamptz not null,
  by_whom text not null,
  kind text not null,
  title text not null,
  detail text not null,
  amount int8,
  attempt_id uuid,
  refund_id uuid,
  notice_id uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, order_id) references order_record
);
comment on table order_ledger is 'class: enterprise in region';
create index order_ledger_order_idx on order_ledger (tenant_id, order_id, at, id);
create index order_ledger_owner_idx on order_ledger (tenant_id, enterprise_id, id);
-- Each payment and each refund is booked once.
create unique index order_ledger_income_key on order_ledger (tenant_id, attempt_id) where amount > 0;
create unique index order_ledger_outgo_key on order_ledger (tenant_id, refund_id) where amount < 0;
create trigger oversight_follows before insert or update of enterprise_id on order_ledger
  for each row
  execute function oversight_follows();

-- Verified vendor notices. Stored before they are processed.
create table pay_notice (
  tenant_id text not null,
  id uuid not null,
  vendor text not null,
  account text not null,
  notice_no text collate "C" not null,
  kind text not null check (kind in ('payment', 'refund')),
  out_trade_no text collate "C" not null,
  out_refund_no text,
  facts jsonb not null,
  received_at timestamptz not null,
  times int not null default 1,
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'ignored', 'mismatch')),
  order_id uuid,
  primary key (tenant_id, id)
);
comment on table pay_notice is 'class: tenant';
create unique index pay_notice_number_key on pay_notice (tenant_id, vendor, account, notice_no);
create index pay_notice_trade_idx on pay_notice (tenant_id, out_trade_no, received_at);
create index pay_notice_waiting_idx on pay_notice (tenant_id, received_at) where state = 'waiting';

-- Result of the last ledger check.
create table balance_check (
  tenant_id text not null,
  at timestamptz not null,
  result jsonb not null,
  primary key (tenant_id)
);
comment on table balance_check is 'class: tenant';

-- Daily vendor bills, compared with our ledger.
create table bill_day (
  tenant_id text not null,
  id uuid not null,
  day date not null,
  vendor text not null,
  account text not null,
  state text not null check (state in ('pending', 'done', 'failed')),
  lines int not null default 0,
  income int8 not null default 0,
  outgo int8 not null default 0,
  differences int not null default 0,
  checked_at timestamptz,
  failure text,
  primary key (tenant_id, id)
);
comment on table bill_day is 'class: tenant';
create unique index bill_day_key on bill_day (tenant_id, day, vendor);

create table bill_difference (
  tenant_id text not null,
  id uuid not null,
  day date not null,
  vendor text not null,
  kind text not null check (kind in ('missingHere', 'missingThere', 'amount', 'state', 'dayCut', 'refund')),
  out_trade_no text not null,
  out_refund_no text not null default '',
  order_id uuid,
  theirs int8,
  ours int8,
  detail text not null,
  state text not null default 'open' check (state in ('open', 'settled')),
  settled_by_name text,
  settled_at timestamptz,
  note text,
  primary key (tenant_id, id)
);
comment on table bill_difference is 'class: tenant';
create unique index bill_difference_key on bill_difference (tenant_id, vendor, day, out_trade_no, out_refund_no, kind);
create index bill_difference_day_idx on bill_difference (tenant_id, day, id);
create index bill_difference_order_idx on bill_difference (tenant_id, order_id, id);

-- Shops of the mall (店铺). In a session of a shop user, the shop id takes the place of the enterprise id.
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
  name_search text collate "C" not null default '',
  primary key (tenant_id, id),
  constraint shop_phone_is_masked check (phone_is_masked(phone))
);
comment on table shop is 'class: shop by id; object: shop';
comment on column shop.phone_sealed is 'sealed by id';
-- A rejected applicant can apply again with the same name.
create unique index shop_name_key on shop (tenant_id, name) where removed_at is null and status <> 'rejected';
create unique index shop_application_key on shop (tenant_id, application_no) where application_no is not null;
create index shop_updated_idx on shop (tenant_id, updated_at, id) include (name, status) where removed_at is null;
create index shop_name_idx on shop (tenant_id, name, id) include (status) where removed_at is null;
create index shop_applied_idx on shop (tenant_id, applied_at nulls first, id) include (name, status) where removed_at is null;
create index shop_by_status_idx on shop (tenant_id, status, updated_at, id) include (name) where removed_at is null;
create index shop_status_count_idx on shop (tenant_id, status, id) where removed_at is null;
create index shop_total_idx on shop (tenant_id, id) where removed_at is null;
create index shop_name_search_idx on shop (tenant_id, name_search, id) where removed_at is null;
create index shop_name_unread_idx on shop (tenant_id, id) where strpos(name_search, chr(10)) = 0;
alter table app_user add foreign key (tenant_id, shop_id) references shop;
create trigger name_search_follows before insert or update of name, name_search on shop
  for each row
  execute function name_search_follows();
create trigger standing_changes after update on shop
  for each row when (old.name is distinct from new.name or old.status is distinct from new.status
    or old.removed_at is distinct from new.removed_at)
  execute function tell_standing('id');
create trigger standing_goes after delete on shop for each row execute function tell_standing('id');

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
  name_search text collate "C" not null default '',
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
create index goods_name_search_idx on goods (tenant_id, name_search, id) include (shop_id) where removed_at is null;
create index goods_name_unread_idx on goods (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create trigger name_search_follows before insert or update of name, name_search on goods
  for each row
  execute function name_search_follows();

create table shop_number (
  tenant_id text not null,
  number text collate "C" not null,
  primary key (tenant_id, number)
);
comment on table shop_number is 'class: wall';
create unique index shop_number_key on shop_number (number);

-- Pages of the mall (页面). Pages of the unit itself have the all-zero shop id. Pages of tenant 0 are templates for all
-- tenants.
create table page_design (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  shop_id uuid not null,
  name text collate "C" not null,
  is_home boolean not null default true,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id)
);
comment on table page_design is 'class: shop; object: pageDesign';
create index page_design_updated_idx on page_design (tenant_id, updated_at, id) include (shop_id, name, status) where removed_at is null;
create index page_design_name_idx on page_design (tenant_id, name, id) include (shop_id, status) where removed_at is null;
create index page_design_by_status_idx on page_design (tenant_id, status, updated_at, id) include (shop_id, name) where removed_at is null;
create index page_design_by_shop_idx on page_design (tenant_id, shop_id, updated_at, id) include (name) where removed_at is null;
create index page_design_status_count_idx on page_design (tenant_id, status, shop_id) where removed_at is null;
create index page_design_total_idx on page_design (tenant_id, shop_id) where removed_at is null;

-- Draft of a page. `design` is the text that the contract parses as a design.
create table page_draft (
  tenant_id text not null,
  page_id uuid not null,
  shop_id uuid not null,
  version int not null default 1,
  design text not null,
  saved_at timestamptz not null,
  saved_by text,
  primary key (tenant_id, page_id),
  foreign key (tenant_id, page_id) references page_design
);
comment on table page_draft is 'class: shop';

-- Published and scheduled versions. The page shows the version with the latest `goes_at` that has passed.
create table page_edition (
  tenant_id text not null,
  page_id uuid not null,
  edition int not null,
  shop_id uuid not null,
  design text not null,
  parts int not null,
  note text,
  goes_at timestamptz not null,
  published_at timestamptz not null,
  published_by text,
  primary key (tenant_id, page_id, edition),
  foreign key (tenant_id, page_id) references page_design
);
comment on table page_edition is 'class: shop';
create index page_edition_shown_idx on page_edition (tenant_id, page_id, goes_at, edition);

-- Files that any version of a page uses. The files are kept as long as the versions.
create table page_file (
  tenant_id text not null,
  page_id uuid not null,
  file_id uuid not null,
  shop_id uuid not null,
  purpose text not null check (purpose in ('photo', 'video')),
  size_bytes bigint not null,
  primary key (tenant_id, page_id, file_id),
  foreign key (tenant_id, page_id) references page_design
);
comment on table page_file is 'class: shop';
create index page_file_idx on page_file (tenant_id, file_id);

-- Links that show a draft to anyone who has the link. Only the hash of the secret is stored.
create table page_preview (
  tenant_id text not null,
  page_id uuid not null,
  token_hash text collate "C" not null,
  shop_id uuid not null,
  ends_at timestamptz not null,
  created_by uuid,
  primary key (tenant_id, page_id, token_hash),
  foreign key (tenant_id, page_id) references page_design
);
comment on table page_preview is 'class: shop';

-- Users who have a page open in the designer. Rows expire after some seconds.
create table page_looker (
  tenant_id text not null,
  page_id uuid not null,
  user_id uuid not null,
  shop_id uuid not null,
  user_name text not null,
  until timestamptz not null,
  primary key (tenant_id, page_id, user_id),
  foreign key (tenant_id, page_id) references page_design
);
comment on table page_looker is 'class: shop';
