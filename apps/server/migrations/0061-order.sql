-- Orders (订单) of enterprises. What was bought is copied from the plan, so that no change of a plan changes an order.
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
  status text not null default 'unpaid'
    check (status in ('unpaid', 'paid', 'closed', 'refunding', 'refunded', 'refundFailed', 'unknown')),
  price int8 not null check (price > 0),
  paid int8 not null default 0,
  refunded int8 not null default 0 check (refunded >= 0),
  months int not null check (months > 0),
  gift_month int not null default 0,
  -- Months that went back with refunds.
  months_back int not null default 0,
  gift_back int not null default 0,
  edition int not null,
  opens text[] not null default '{}',
  seats int not null default 0,
  storage_mb int not null default 0,
  lookups int not null default 0,
  -- The attempt that it was paid by: nothing is paid without one.
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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  check (status in ('unpaid', 'closed') or payment_id is not null),
  check (paid = case when payment_id is null then 0 else price end),
  check (refunded <= paid and months_back <= months and gift_back <= gift_month)
);
comment on table order_record is 'class: enterprise; object: order';
select follow_enterprise('order_record');
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

-- Tries at being paid: one for each order and vendor. Our number names the tenant, so that a notice finds its way.
create table pay_attempt (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  order_id uuid not null,
  vendor text not null check (vendor in ('wechat', 'alipay')),
  -- Merchant or application that it was opened with.
  account text not null,
  out_trade_no text collate "C" not null,
  amount int8 not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'duplicate', 'closed', 'refused')),
  -- Whether it was shown to a vendor; one that was not cannot be paid.
  begun boolean not null default false,
  code_url text,
  opened_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  transaction_id text collate "C",
  refunded int8 not null default 0,
  -- When the vendor is asked next; null where nothing is left to ask.
  ask_at timestamptz,
  asked int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, order_id) references order_record,
  check ((state in ('paid', 'duplicate')) = (paid_at is not null)),
  check ((paid_at is null) = (transaction_id is null)),
  check (refunded >= 0 and refunded <= amount)
);
comment on table pay_attempt is 'class: enterprise';
select follow_enterprise('pay_attempt');
create unique index pay_attempt_number_key on pay_attempt (tenant_id, out_trade_no);
create unique index pay_attempt_order_key on pay_attempt (tenant_id, order_id, vendor);
create unique index pay_attempt_transaction_key on pay_attempt (tenant_id, vendor, account, transaction_id)
  where transaction_id is not null;
create index pay_attempt_owner_idx on pay_attempt (tenant_id, enterprise_id, id);
create index pay_attempt_ask_idx on pay_attempt (tenant_id, ask_at) where ask_at is not null;
create index pay_attempt_paid_idx on pay_attempt (tenant_id, paid_at) include (vendor) where paid_at is not null;
alter table order_record add foreign key (tenant_id, payment_id) references pay_attempt;

create table order_refund (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  order_id uuid not null,
  attempt_id uuid not null,
  refund_no text collate "C" not null,
  -- Our number at the vendor; the same for every try.
  out_refund_no text collate "C" not null,
  amount int8 not null check (amount > 0),
  months int not null default 0,
  gift_month int not null default 0,
  -- What was paid twice or too late goes back by itself; what a vendor gave back without us is written down.
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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, order_id) references order_record,
  foreign key (tenant_id, attempt_id) references pay_attempt,
  -- Nobody decides about what they asked for.
  check (decided_by is null or asked_by is null or decided_by <> asked_by),
  check (automatic or state in ('asked', 'rejected') or decided_by is not null)
);
comment on table order_refund is 'class: enterprise';
select follow_enterprise('order_refund');
create unique index order_refund_number_key on order_refund (tenant_id, out_refund_no);
-- One at a time: what the next would give back is known only once this one has ended.
create unique index order_refund_open_key on order_refund (tenant_id, order_id)
  where not automatic and state in ('asked', 'sending', 'failed', 'unknown');
-- What was paid once too often goes back once.
create unique index order_refund_automatic_key on order_refund (tenant_id, attempt_id) where automatic;
create index order_refund_owner_idx on order_refund (tenant_id, enterprise_id, id);
create index order_refund_order_idx on order_refund (tenant_id, order_id, id);
create index order_refund_asked_idx on order_refund (tenant_id, asked_at, id);
create index order_refund_ask_idx on order_refund (tenant_id, ask_at) where ask_at is not null;

-- Books of orders: what happened, on what evidence, and what came in or went back with it.
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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, order_id) references order_record
);
comment on table order_ledger is 'class: enterprise';
select follow_enterprise('order_ledger');
create index order_ledger_order_idx on order_ledger (tenant_id, order_id, at, id);
create index order_ledger_owner_idx on order_ledger (tenant_id, enterprise_id, id);
-- Each payment and each refund moves money once.
create unique index order_ledger_income_key on order_ledger (tenant_id, attempt_id) where amount > 0;
create unique index order_ledger_outgo_key on order_ledger (tenant_id, refund_id) where amount < 0;

-- Notices of vendors, kept once verified and before anything is done about them.
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

-- The last check of the books.
create table balance_check (
  tenant_id text not null,
  at timestamptz not null,
  result jsonb not null,
  primary key (tenant_id)
);
comment on table balance_check is 'class: tenant';

-- Days of vendors' bills, and how they differ from our books.
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
