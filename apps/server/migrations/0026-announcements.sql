-- Announcements (通知公告) of tenants and notices (系统通知) of the platform: what is said, for whom, who has read it.

create table announcement (
  tenant_id text not null references tenant,
  id uuid not null,
  version int not null default 1,
  -- Tenants that read a notice of the platform's while it is out; '*' is all. Always empty elsewhere.
  readers text[] not null default '{}',
  channel text not null check (channel in ('announcement', 'system')),
  title text not null,
  kind text not null,
  content text not null,
  -- The beginning of the text without marks, for lists.
  summary text not null default '',
  audience text not null check (audience in ('all', 'regions', 'industries', 'kinds', 'people', 'tenants')),
  targets text[] not null default '{}',
  need_receipt boolean not null default false,
  pinned boolean not null default false,
  files jsonb not null default '[]',
  -- Scheduled and expired are told by the times.
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  publish_at timestamptz,
  expire_at timestamptz,
  -- When those who listen were told that it is out.
  told_at timestamptz,
  reminded_at timestamptz,
  from_name text not null default '',
  publisher_id uuid,
  publisher_name text,
  withdrawn_at timestamptz,
  withdraw_reason text,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  check (state <> 'published' or publish_at is not null)
);
comment on table announcement is 'class: addressed';
create index announcement_updated_idx on announcement (tenant_id, channel, updated_at, id) where removed_at is null;
create index announcement_publish_idx on announcement (tenant_id, channel, publish_at, id) where removed_at is null;
-- The reader's order.
create index announcement_out_idx on announcement (tenant_id, channel, pinned, publish_at, id)
  where state = 'published' and removed_at is null;
-- What is still to be told of.
create index announcement_due_idx on announcement (tenant_id, publish_at) where state = 'published' and told_at is null;

-- For whom a published one is, a row a value: 'all', 'kind:enterprise', 'region:330108', 'industry:C26', 'user:<id>'.
-- A reader has a handful of such keys, and finds by them what is theirs.
create table announcement_target (
  tenant_id text not null,
  announcement_id uuid not null,
  target text collate "C" not null,
  primary key (tenant_id, announcement_id, target),
  foreign key (tenant_id, announcement_id) references announcement
);
comment on table announcement_target is 'class: tenant';

-- Who has read, a row a person from the moment they do; a notice of the platform's stands in no table of the reader's
-- tenant, so nothing is referred to.
create table announcement_read (
  tenant_id text not null,
  announcement_id uuid not null,
  user_id uuid not null,
  read_at timestamptz not null,
  receipt_at timestamptz,
  primary key (tenant_id, announcement_id, user_id),
  foreign key (tenant_id, user_id) references app_user
);
create index announcement_read_user_idx on announcement_read (tenant_id, user_id, announcement_id);
comment on table announcement_read is 'class: tenant';

-- How many have read and confirmed, in sixteen parts, so that a hundred thousand readers wait for nobody.
create table announcement_tally (
  tenant_id text not null,
  announcement_id uuid not null,
  part smallint not null,
  reads int not null default 0,
  receipts int not null default 0,
  primary key (tenant_id, announcement_id, part)
);
comment on table announcement_tally is 'class: tenant';

create function announcement_tally_adds() returns trigger language plpgsql as $$
begin
  -- In one order, so that two who read several at once do not wait for each other.
  insert into announcement_tally as tally (tenant_id, announcement_id, part, reads, receipts)
    select tenant_id, announcement_id, abs(hashtext(user_id::text) % 16), count(*), count(receipt_at) from fresh
      group by 1, 2, 3 order by 1, 2, 3
    on conflict (tenant_id, announcement_id, part)
      do update set reads = tally.reads + excluded.reads, receipts = tally.receipts + excluded.receipts;
  return null;
end $$;
create trigger announcement_tally_adds after insert on announcement_read
  referencing new table as fresh for each statement execute function announcement_tally_adds();

create function announcement_tally_confirms() returns trigger language plpgsql as $$
begin
  update announcement_tally as tally set receipts = tally.receipts + found.confirmed
    from (select fresh.tenant_id, fresh.announcement_id, abs(hashtext(fresh.user_id::text) % 16) as part,
            count(fresh.receipt_at) - count(past.receipt_at) as confirmed
          from fresh join past using (tenant_id, announcement_id, user_id) group by 1, 2, 3) as found
    where tally.tenant_id = found.tenant_id and tally.announcement_id = found.announcement_id and tally.part = found.part;
  return null;
end $$;
create trigger announcement_tally_confirms after update on announcement_read
  referencing old table as past new table as fresh for each statement execute function announcement_tally_confirms();
