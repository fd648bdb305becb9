-- Announcements, to-dos, live frames, saved views and published texts.

-- Announcements (通知公告) of tenants and system notices (系统通知) of the platform.
create table announcement (
  tenant_id text not null references tenant,
  id uuid not null,
  version int not null default 1,
  -- Tenants that may read a published system notice; '*' means all. Empty for announcements.
  readers text[] not null default '{}',
  channel text not null check (channel in ('announcement', 'system')),
  title text not null,
  kind text not null,
  content text not null,
  -- Beginning of the content as plain text, for lists.
  summary text not null default '',
  audience text not null check (audience in ('all', 'regions', 'industries', 'kinds', 'people', 'tenants')),
  targets text[] not null default '{}',
  need_receipt boolean not null default false,
  pinned boolean not null default false,
  files jsonb not null default '[]',
  -- A scheduled or expired announcement has no own state. The times decide whether it is scheduled or expired.
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  publish_at timestamptz,
  expire_at timestamptz,
  -- When the recipients were notified of the publication.
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
comment on table announcement is 'class: addressed; object: announcement';
create index announcement_updated_idx on announcement (tenant_id, channel, updated_at, id) where removed_at is null;
create index announcement_publish_idx on announcement (tenant_id, channel, publish_at, id) where removed_at is null;
-- For the announcement list of a reader, in its default order.
create index announcement_out_idx on announcement (tenant_id, channel, pinned, publish_at, id)
  where state = 'published' and removed_at is null;
-- Announcements whose recipients are not notified yet.
create index announcement_due_idx on announcement (tenant_id, publish_at) where state = 'published' and told_at is null;

-- Audience of a published announcement, one row per key: 'all', 'kind:enterprise', 'region:330108', 'industry:C26',
-- 'user:<id>'. A reader has a few such keys and finds announcements by them.
create table announcement_target (
  tenant_id text not null,
  announcement_id uuid not null,
  target text collate "C" not null,
  primary key (tenant_id, announcement_id, target),
  foreign key (tenant_id, announcement_id) references announcement
);
comment on table announcement_target is 'class: tenant';

-- One row per reader. No foreign key to the announcement, because a system notice is in the platform's tenant.
create table announcement_read (
  tenant_id text not null,
  announcement_id uuid not null,
  user_id uuid not null,
  read_at timestamptz not null,
  receipt_at timestamptz,
  primary key (tenant_id, announcement_id, user_id),
  foreign key (tenant_id, user_id) references app_user
);
comment on table announcement_read is 'class: tenant';
create index announcement_read_user_idx on announcement_read (tenant_id, user_id, announcement_id);

create function announcement_tally_adds() returns trigger language plpgsql as $$
begin
  -- Sorted to prevent deadlocks between readers who read several announcements at once.
  insert into announcement_tally as tally (tenant_id, announcement_id, part, reads, receipts)
    select tenant_id, announcement_id, abs(hashtext(user_id::text) % 16), count(*), count(receipt_at) from fresh
      group by 1, 2, 3 order by 1, 2, 3
    on conflict (tenant_id, announcement_id, part)
      do update set reads = tally.reads + excluded.reads, receipts = tally.receipts + excluded.receipts;
  return null;
end $$;

create function announcement_tally_confirms() returns trigger language plpgsql as $$
begin
  update announcement_tally as tally set receipts = tally.receipts + found.confirmed
    from (select fresh.tenant_id, fresh.announcement_id, abs(hashtext(fresh.user_id::text) % 16) as part,
            count(fresh.receipt_at) - count(past.receipt_at) as confirmed
          from fresh join past using (tenant_id, announcement_id, user_id) group by 1, 2, 3) as found
    where tally.tenant_id = found.tenant_id and tally.announcement_id = found.announcement_id and tally.part = found.part;
  return null;
end $$;
create trigger announcement_tally_adds after insert on announcement_read
  referencing new table as fresh for each statement execute function announcement_tally_adds();
create trigger announcement_tally_confirms after update on announcement_read
  referencing old table as past new table as fresh for each statement execute function announcement_tally_confirms();

-- Number of readers and receipts. Sixteen rows per announcement, so that concurrent readers rarely lock the same row.
create table announcement_tally (
  tenant_id text not null,
  announcement_id uuid not null,
  part smallint not null,
  reads int not null default 0,
  receipts int not null default 0,
  primary key (tenant_id, announcement_id, part)
);
comment on table announcement_tally is 'class: tenant';

-- To-dos (待办) for users with a permit. The all-zero id means that no enterprise is concerned.
create table todo (
  tenant_id text not null references tenant,
  id uuid not null,
  enterprise_id uuid not null,
  kind text not null,
  subject_type text not null,
  subject_id uuid not null,
  title text not null,
  -- Path of the page where the user handles the to-do.
  path text not null,
  user_type text not null check (user_type in ('regulator', 'enterprise', 'shop', 'platform')),
  permit text not null,
  -- User who should handle the to-do first; null if there is none.
  lead_id uuid,
  due_on date,
  -- Time since which this party must act.
  since timestamptz not null,
  done_at timestamptz,
  done_by uuid,
  done_by_name text,
  oversight_code text collate "C",
  primary key (tenant_id, id)
);
comment on table todo is 'class: enterprise in region';
create unique index todo_subject_key on todo (tenant_id, kind, subject_type, subject_id) where done_at is null;
create index todo_open_idx on todo (tenant_id, user_type, permit, due_on, id) where done_at is null;
create index todo_done_idx on todo (tenant_id, user_type, done_at, id) where done_at is not null;
create index todo_enterprise_idx on todo (tenant_id, enterprise_id);
create trigger oversight_follows before insert or update of enterprise_id on todo
  for each row
  execute function oversight_follows();

-- To-dos of one user, independent of the enterprise.
create table own_todo (
  tenant_id text not null references tenant,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  subject_type text not null,
  subject_id uuid not null,
  title text not null,
  path text not null,
  due_on date,
  since timestamptz not null,
  done_at timestamptz,
  done_by uuid,
  done_by_name text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user
);
comment on table own_todo is 'class: tenant';
create unique index own_todo_subject_key on own_todo (tenant_id, user_id, kind, subject_type, subject_id)
  where done_at is null;
create index own_todo_about_idx on own_todo (tenant_id, kind, subject_type, subject_id) where done_at is null;
create index own_todo_open_idx on own_todo (tenant_id, user_id, due_on, id) where done_at is null;
create index own_todo_done_idx on own_todo (tenant_id, user_id, done_at, id) where done_at is not null;

-- A user's snoozed to-dos, hidden from this user until a day. Other users still see them.
create table todo_snooze (
  tenant_id text not null references tenant,
  user_id uuid not null,
  todo_id uuid not null,
  until_on date not null,
  primary key (tenant_id, user_id, todo_id),
  foreign key (tenant_id, user_id) references app_user
);
comment on table todo_snooze is 'class: tenant';
create index todo_snooze_todo_idx on todo_snooze (tenant_id, todo_id);

-- Messages published to browsers. A browser that reconnects within minutes receives the messages it missed.
create table live_frame (
  tenant_id text not null references tenant,
  id uuid not null,
  at timestamptz not null,
  type text not null,
  data jsonb not null,
  -- Recipients: named users, or all users who match all conditions.
  recipients jsonb not null,
  primary key (tenant_id, id)
);
comment on table live_frame is 'class: tenant';

-- Saved views of lists (视图): filters, sort order and columns under a name. The audience of a shared view is all users
-- of the owner's kind; enterprise and shop views only reach the owner's enterprise or shop. A view remains when the
-- account of its owner is removed.
create table saved_view (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  owner_id uuid not null,
  audience text collate "C" not null,
  list text collate "C" not null,
  name text not null,
  query text not null,
  columns jsonb,
  is_shared boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table saved_view is 'class: tenant; object: savedView';
create unique index saved_view_name_idx on saved_view (tenant_id, owner_id, list, name);
create index saved_view_shared_idx on saved_view (tenant_id, audience, list) where is_shared;

-- Default view of a user for a list: an own view or a shared view.
create table saved_view_default (
  tenant_id text not null,
  user_id uuid not null,
  list text collate "C" not null,
  view_id uuid not null,
  primary key (tenant_id, user_id, list),
  foreign key (tenant_id, view_id) references saved_view on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
comment on table saved_view_default is 'class: tenant';
create index saved_view_default_view_idx on saved_view_default (tenant_id, view_id);

-- Public texts (内容) by version. A published version never changes. All tenants read the texts of the platform, but a
-- tenant's own text takes precedence.
create table content_info (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  type text not null check (type in ('about', 'privacy', 'service', 'membership')),
  title text collate "C" not null,
  content text not null,
  change_note text,
  state text not null default 'draft' check (state in ('draft', 'published', 'superseded')),
  -- Version number within the type (1, 2, 3). Set on publication.
  edition int,
  published_at timestamptz,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  check (removed_at is null or state = 'draft')
);
comment on table content_info is 'class: shared; object: contentInfo';
create unique index content_info_published_key on content_info (tenant_id, type) where state = 'published';
create unique index content_info_edition_key on content_info (tenant_id, type, edition) where edition is not null;
create index content_info_updated_idx on content_info (tenant_id, updated_at, id) include (type, state) where removed_at is null;
create index content_info_title_idx on content_info (tenant_id, title, id) include (type, state) where removed_at is null;
create index content_info_type_idx on content_info (tenant_id, type, updated_at, id) where removed_at is null;
create index content_info_state_idx on content_info (tenant_id, state, updated_at, id) where removed_at is null;
create index content_info_total_idx on content_info (tenant_id) where removed_at is null;

-- Prevents changes of a published version, also by the server, because users agreed to it.
create function content_info_keep() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and (new.type, new.title, new.content, new.change_note, new.edition, new.published_at)
    is distinct from (old.type, old.title, old.content, old.change_note, old.edition, old.published_at) then
    raise exception 'a published version never changes';
  end if;
  return new;
end $$;
create trigger content_info_keep before update on content_info for each row execute function content_info_keep();

-- Agreements of users to a version. No foreign key, because the version may be in the platform's tenant. Published
-- versions are never removed.
create table content_agreement (
  tenant_id text not null,
  id uuid not null,
  content_id uuid not null,
  type text not null,
  edition int not null,
  title text not null,
  occasion text not null check (occasion in ('register', 'apply', 'purchase', 'shop')),
  user_id uuid,
  enterprise_id uuid,
  agreed_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table content_agreement is 'class: tenant; append-only';
create index content_agreement_content_idx on content_agreement (tenant_id, content_id, agreed_at, id);
