-- Audit and history, files, jobs, deliveries and messages to phones.

-- Copies the oversight code of the enterprise to its rows. Rows with the all-zero id belong to the tenant itself:
-- their code is null and all its users see them. Rows of an unknown enterprise get ''.
-- Rows of a shop, for example its files, have no code either.
create function oversight_follows() returns trigger language plpgsql as $$
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

create table audit (
  tenant_id text not null references tenant,
  id uuid not null,
  parent_id uuid,
  at timestamptz not null default now(),
  user_id uuid,
  user_name text,
  session_id uuid,
  enterprise_id uuid,
  address text not null,
  user_agent text not null,
  request_id text not null,
  call text not null,
  object_type text,
  object_id text,
  outcome text not null check (outcome in ('done', 'failed')),
  note text,
  changes jsonb not null default '[]',
  primary key (tenant_id, id)
);
comment on table audit is 'class: tenant in sight; append-only; object: audit';
comment on column audit.at is 'written by the owner';
create index audit_object_idx on audit (tenant_id, object_type, object_id, id);
-- Audit rows of a user, also failed attempts, newest first.
create index audit_user_idx on audit (tenant_id, user_id, id);
-- For the filters of the log page (日志).
create index audit_call_idx on audit (tenant_id, call, id);
create index audit_address_idx on audit (tenant_id, address, id);
create index audit_outcome_idx on audit (tenant_id, outcome, id);
-- Audit rows by user name, also of deleted accounts.
create index audit_name_idx on audit (tenant_id, (user_name collate "C"), id);

-- Hash chain: each link covers audit rows and the previous link.
create table audit_seal (
  tenant_id text not null references tenant,
  no bigint not null,
  sealed_at timestamptz not null default now(),
  ids uuid[] not null,
  -- Beginning of the hash of each row, to find a changed row.
  marks text not null,
  previous text not null,
  hash text not null,
  primary key (tenant_id, no)
);
comment on table audit_seal is 'class: tenant; append-only; object: audit_seal';
comment on column audit_seal.sealed_at is 'written by the owner';
create index audit_seal_at_idx on audit_seal (tenant_id, sealed_at);

-- A new link must follow the last link and cover existing rows.
create function audit_seal_follows() returns trigger language plpgsql as $$
declare
  last record;
begin
  select no, hash into last from audit_seal where tenant_id = new.tenant_id order by no desc limit 1;
  if new.no <> coalesce(last.no, 0) + 1 or new.previous <> coalesce(last.hash, repeat('0', 64)) then
    raise exception 'a seal follows the last one';
  end if;
  if cardinality(new.ids) = 0 or cardinality(new.ids)
      <> (select count(*) from audit a where a.tenant_id = new.tenant_id and a.id = any (new.ids)) then
    raise exception 'a seal covers rows that are there';
  end if;
  return new;
end $$;
create trigger audit_seal_follows before insert on audit_seal for each row execute function audit_seal_follows();

-- Retention of the audit in months. The owner writes it at each start.
create table audit_kept (
  months integer not null check (months >= 12)
);
comment on table audit_kept is 'class: owner';

-- Audit rows that are hidden from the log page. The audit keeps them.
create table log_hidden (
  tenant_id text not null references tenant,
  id uuid not null,
  hidden_at timestamptz not null,
  hidden_by uuid,
  primary key (tenant_id, id)
);
comment on table log_hidden is 'class: tenant';

create table client_error (
  tenant_id text not null references tenant,
  id uuid not null,
  at timestamptz not null,
  batch uuid not null,
  session_id uuid,
  user_id uuid,
  user_name text,
  address text not null,
  user_agent text not null,
  request_id text not null,
  kind text not null,
  message text not null,
  stack text,
  info text,
  url text,
  happened_at timestamptz,
  primary key (tenant_id, id)
);
comment on table client_error is 'class: tenant in sight; object: batch';
create index client_error_session_idx on client_error (tenant_id, session_id, at);
create index client_error_user_idx on client_error (tenant_id, user_id, at);
create index client_error_at_idx on client_error (tenant_id, at);

-- State changes of all resources: the two states, the user, the time and the note. `enterprise_id` is the enterprise
-- of the changed row; the all-zero id is the tenant itself.
create table resource_history (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  resource text not null,
  row_id uuid not null,
  move text not null,
  from_state text,
  to_state text,
  by_id uuid,
  by_name text,
  at timestamptz not null,
  note text,
  files jsonb not null default '[]',
  oversight_code text collate "C",
  primary key (tenant_id, id)
);
comment on table resource_history is 'class: enterprise in region';
create index resource_history_row_idx on resource_history (tenant_id, row_id, id);
create index resource_history_owner_idx on resource_history (tenant_id, enterprise_id);
create trigger oversight_follows before insert or update of enterprise_id on resource_history
  for each row
  execute function oversight_follows();

create table file (
  tenant_id text not null references tenant,
  id uuid not null,
  -- The all-zero id is the tenant itself. Regulators see such files, enterprise staff do not.
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000',
  owner_id uuid not null,
  purpose text not null,
  name text not null,
  type text not null,
  size_bytes bigint not null,
  key text not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  -- If set, only the owner sees the file. The file is deleted at this time.
  expires_at timestamptz,
  oversight_code text collate "C",
  -- Time and place from the photo's metadata. The stored image has no metadata.
  taken_at timestamptz,
  taken_lng double precision check (taken_lng between -180 and 180),
  taken_lat double precision check (taken_lat between -90 and 90),
  primary key (tenant_id, id)
);
comment on table file is 'class: enterprise in region';
-- Uploads of an applicant before the application is submitted. `owner_id` is the proof of the phone.
create index file_application_idx on file (tenant_id, owner_id) where purpose = 'application';
create index file_expires_idx on file (tenant_id, expires_at) where expires_at is not null;
-- For the trigger that updates the rows of an enterprise after a region change.
create index file_enterprise_idx on file (tenant_id, enterprise_id);
-- For duplicate photos (疑似重复照片).
create index file_photo_idx on file (tenant_id, sha256) where purpose = 'photo' and expires_at is null;
-- Photos uploaded with an external link, before they are attached.
create index file_owner_idx on file (tenant_id, owner_id) where purpose = 'photo' and expires_at is not null;

-- Counts the bytes of files on insert, update and delete. Temporary files of one user are not counted.
-- Update first and insert if no row exists, because most owners already have a row.
create function file_use_follows() returns trigger language plpgsql as $$
declare
  -- Same list as `mediaPurposes` in the contract.
  media constant text[] := array['logo', 'avatar', 'picture', 'audio', 'video'];
begin
  if tg_op <> 'INSERT' and old.purpose <> 'temporary' then
    update file_use set bytes = bytes - old.size_bytes,
        media_bytes = media_bytes - case when old.purpose = any(media) then old.size_bytes else 0 end
      where tenant_id = old.tenant_id and enterprise_id = old.enterprise_id;
  end if;
  if tg_op <> 'DELETE' and new.purpose <> 'temporary' then
    update file_use set bytes = bytes + new.size_bytes,
        media_bytes = media_bytes + case when new.purpose = any(media) then new.size_bytes else 0 end
      where tenant_id = new.tenant_id and enterprise_id = new.enterprise_id;
    if not found then
      insert into file_use as used (tenant_id, enterprise_id, day, files, bytes, media_bytes)
        values (new.tenant_id, new.enterprise_id, '1970-01-01', 0, new.size_bytes,
          case when new.purpose = any(media) then new.size_bytes else 0 end)
        on conflict (tenant_id, enterprise_id) do update
          set bytes = used.bytes + excluded.bytes, media_bytes = used.media_bytes + excluded.media_bytes;
    end if;
  end if;
  return null;
end $$;
create trigger file_use_follows after insert or delete on file for each row execute function file_use_follows();
create trigger file_use_moves after update of enterprise_id, purpose, size_bytes on file
  for each row when (old.enterprise_id <> new.enterprise_id or old.purpose <> new.purpose or old.size_bytes <> new.size_bytes)
  execute function file_use_follows();
create trigger oversight_follows before insert or update of enterprise_id on file
  for each row
  execute function oversight_follows();

-- Storage use: files per day, and bytes.
create table file_use (
  tenant_id text not null references tenant,
  -- The all-zero id is the tenant itself.
  enterprise_id uuid not null,
  day date not null,
  files integer not null,
  bytes bigint not null default 0,
  oversight_code text collate "C",
  -- Bytes of media files (素材), which use the storage of the plan. Files required by law do not.
  media_bytes bigint not null default 0,
  primary key (tenant_id, enterprise_id)
);
comment on table file_use is 'class: enterprise in region';
create trigger oversight_follows before insert or update of enterprise_id on file_use
  for each row
  execute function oversight_follows();

-- Unfinished uploads of large files. Each part is a file that only its owner can read until the last part arrives.
create table upload (
  tenant_id text not null,
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  size_bytes int not null,
  -- Fingerprint by which the browser recognizes the file, to resume the upload.
  mark text collate "C" not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table upload is 'class: tenant';
create index upload_owner_idx on upload (tenant_id, owner_id, created_at);
create index upload_end_idx on upload (tenant_id, expires_at);

create table upload_part (
  tenant_id text not null,
  upload_id uuid not null,
  at int not null,
  file_id uuid not null,
  size_bytes int not null,
  sha256 text collate "C" not null,
  primary key (tenant_id, upload_id, at),
  foreign key (tenant_id, upload_id) references upload on delete cascade
);
comment on table upload_part is 'class: tenant';

create table job (
  tenant_id text not null references tenant,
  id uuid not null,
  kind text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  user_id uuid not null,
  done int not null default 0,
  total int,
  message text,
  result_url text,
  params jsonb not null default '{}',
  result jsonb,
  cancel_asked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Title for display, for example 批量停产.
  title text,
  -- `tries`: number of attempts. `tries_in_vain`: attempts since the last progress. `furthest`: highest progress.
  tries int not null default 0,
  tries_in_vain int not null default 0,
  furthest int not null default 0,
  primary key (tenant_id, id)
);
comment on table job is 'class: tenant; object: job';
create index job_user_idx on job (tenant_id, user_id, created_at, id);
-- Unfinished jobs, for the limits per user and per tenant.
create index job_open_idx on job (tenant_id, kind) where state in ('waiting', 'running');

-- Idempotency keys of writes (S51), one row per key. A lease protects a running write.
create table idempotency (
  tenant_id text not null,
  -- The user, or the address of an anonymous caller.
  actor text not null,
  call text not null,
  key text not null,
  body_hash text not null,
  -- Hash of the uploaded bytes; null until the upload is read completely.
  file_hash text,
  -- Id of the current claim. Another node that takes over an expired claim replaces it, so the old claim cannot
  -- commit.
  claim uuid not null,
  lease_ends_at timestamptz not null,
  -- Time of the write, set in its transaction.
  effect_at timestamptz,
  -- The first response; null while it is unknown.
  outcome text,
  created_at timestamptz not null,
  primary key (tenant_id, actor, call, key)
);
comment on table idempotency is 'class: wall';
create unique index idempotency_claim on idempotency (tenant_id, claim);
create index idempotency_old on idempotency (created_at);

-- Rows that an import wrote, so that the user can undo it. Stored as long as undo is possible.
create table import_row (
  tenant_id text not null,
  job_id uuid not null,
  row_id uuid not null,
  -- Version after the import. Another version means that the row was changed since.
  version int not null,
  -- The row before the import, with encrypted values as stored; null if the import added the row.
  before jsonb,
  written_at timestamptz not null,
  primary key (tenant_id, job_id, row_id),
  foreign key (tenant_id, job_id) references job on delete cascade
);
comment on table import_row is 'class: tenant';
create index import_row_written_idx on import_row (tenant_id, written_at);

-- Offline work that phones sent later (送达). One row per item and photo, with the id from the phone. The row is
-- inserted in the same transaction as its effect, so it proves the effect. A conflicting answer is stored in `rival`.
create table delivery (
  tenant_id text not null references tenant,
  user_id uuid not null,
  id uuid not null,
  kind text not null,
  -- SHA-256 of the request, or of the received bytes of a photo.
  hash text collate "C" not null,
  body text,
  -- `done_at`: by the server's clock. `clock_off`: seconds by which the phone's clock was behind the server's.
  done_at timestamptz not null,
  clock_off int not null,
  received_at timestamptz not null,
  latitude text,
  longitude text,
  file_id uuid,
  file_name text,
  same text collate "C",
  outcome text not null default 'done' check (outcome in ('done', 'rivalled')),
  rival jsonb,
  primary key (tenant_id, user_id, id),
  constraint delivery_same_check check (same in ('own', 'elsewhere'))
);
comment on table delivery is 'class: tenant';
create index delivery_file_idx on delivery (tenant_id, file_id) where file_id is not null;

-- Number of unsent items that a browser last reported; no row if it is zero. The server warns a browser with an empty
-- store once, because its storage may have been cleared.
create table delivery_device (
  tenant_id text not null references tenant,
  user_id uuid not null,
  device uuid not null,
  owed int not null check (owed > 0),
  -- Time of the oldest unsent item, by the clock of the browser.
  since timestamptz not null,
  told_at timestamptz not null,
  primary key (tenant_id, user_id, device)
);
comment on table delivery_device is 'class: tenant';

-- Alarms for the operators: at most one per cause, subject and hour over all nodes.
create table alarm (
  tenant_id text not null,
  id uuid not null,
  cause text not null,
  -- Hours since 1970.
  hour int not null,
  note text not null,
  at timestamptz not null,
  -- User, for alarms about exports. Such alarms are limited per user.
  subject text not null default '',
  primary key (tenant_id, id)
);
comment on table alarm is 'class: tenant; object: alarm';
create unique index alarm_cause_key on alarm (tenant_id, cause, subject, hour);

-- The valid SMS code of a phone, per purpose and tenant.
create table sms_code (
  tenant_id text not null,
  type text not null,
  code_hash text not null,
  ends_at timestamptz not null,
  tries int not null default 0,
  used_at timestamptz,
  phone_index text collate "C" not null,
  asked_from text not null,
  tries_by jsonb not null default '{}',
  primary key (tenant_id, type, phone_index)
);
comment on table sms_code is 'class: wall';

-- Proof that a phone was verified by SMS code. The proof allows one call of one kind, and the uploads of that call.
create table sms_proof (
  tenant_id text not null,
  id uuid not null,
  hash text not null,
  type text not null,
  ends_at timestamptz not null,
  used_at timestamptz,
  files int not null default 0,
  bytes bigint not null default 0,
  phone_sealed text,
  primary key (tenant_id, id)
);
comment on table sms_proof is 'class: wall';
comment on column sms_proof.phone_sealed is 'sealed by id';
create index sms_proof_hash_idx on sms_proof (hash);
create index sms_proof_ends_idx on sms_proof (ends_at);

-- SMS messages. The text is in the vendor's template. Parameters are encrypted, and deleted once the message is sent.
create table sms_message (
  tenant_id text not null references tenant,
  id uuid not null,
  phone text not null,
  template text not null,
  params text,
  state text not null check (state in ('queued', 'sent', 'failed')),
  note text,
  receipt text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  phone_sealed text,
  phone_index text collate "C",
  primary key (tenant_id, id)
);
comment on table sms_message is 'class: tenant';
comment on column sms_message.phone_sealed is 'sealed by id';
alter table sms_message add constraint sms_message_phone_is_masked check (phone_is_masked(phone)) not valid;
create index sms_message_phone_idx on sms_message (tenant_id, phone_index, created_at);

-- State of the SMS sender. The sending process writes it; all processes read it.
create table sms_fare (
  tenant_id text not null,
  down_since timestamptz,
  -- Last heartbeat of a sending process, by the clock of the database.
  sender_at timestamptz,
  primary key (tenant_id)
);
comment on table sms_fare is 'class: shared';

-- Cached answers of the company register. A hit costs money and is cached for a day, a miss for ten minutes.
create table company_lookup (
  tenant_id text not null,
  -- Credit code or full name.
  keyword text collate "C" not null,
  facts jsonb,
  fetched_at timestamptz not null,
  primary key (tenant_id, keyword)
);
comment on table company_lookup is 'class: tenant; object: company';
create index company_lookup_at_idx on company_lookup (tenant_id, fetched_at);

-- Company look-ups per day: of the unit, of each enterprise and of applicants.
create table company_lookup_count (
  tenant_id text not null,
  day date not null,
  -- Id of an enterprise, or one of the words unit and applicants.
  who text collate "C" not null,
  used int not null,
  primary key (tenant_id, day, who)
);
comment on table company_lookup_count is 'class: tenant';

-- Impact assessments (影响评估). The face check of learning (人脸核验) needs a valid one.
create table impact_assessment (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  name text collate "C" not null,
  valid_to date not null,
  papers jsonb not null default '[]',
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id)
);
comment on table impact_assessment is 'class: tenant; object: impactAssessment';
create index impact_assessment_updated_idx on impact_assessment (tenant_id, updated_at, id) where removed_at is null;
create index impact_assessment_name_idx on impact_assessment (tenant_id, name, id) where removed_at is null;
create index impact_assessment_valid_idx on impact_assessment (tenant_id, valid_to, id) where removed_at is null;
create index impact_assessment_total_idx on impact_assessment (tenant_id) where removed_at is null;

-- Deletes old audit rows of a tenant by whole links of the hash chain, from its beginning. Rows of the last year
-- always remain. The last deleted link remains, because the next link refers to it. The app role may call this
-- function, but may not delete audit rows itself.
-- Stops at the first link with a wrong predecessor or with a row newer than the boundary. Rows newer than the
-- boundary are never deleted.
create function audit_forget(for_tenant text, months integer)
  returns table (rows_gone bigint, last_no bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  boundary uuid;
  hex text;
  one record;
  last_hash text;
  gone bigint;
begin
  if months is null or months < 12 then raise exception 'the audit is kept for a year at least'; end if;
  if for_tenant is distinct from current_setting('anlan.tenant_id', true) then
    raise exception 'only the tenant of the scope';
  end if;
  months := greatest(months, (select max(k.months) from audit_kept k));
  -- Ids begin with their creation time in milliseconds.
  hex := lpad(to_hex((extract(epoch from now() - make_interval(months => months)) * 1000)::bigint), 12, '0');
  boundary := (left(hex, 8) || '-' || right(hex, 4) || '-0000-0000-000000000000')::uuid;
  rows_gone := 0;
  for one in select s.no, s.ids, s.previous, s.hash from audit_seal s where s.tenant_id = for_tenant order by s.no loop
    -- The first link is link 1, or the last link that an earlier call processed.
    exit when one.no < 1 or (one.no = 1 and one.previous <> repeat('0', 64));
    exit when last_no is not null and (one.no <> last_no + 1 or one.previous <> last_hash);
    exit when exists (select from unnest(one.ids) as covered (id) where covered.id >= boundary);
    delete from audit a where a.tenant_id = for_tenant and a.id = any (one.ids) and a.id < boundary;
    get diagnostics gone = row_count;
    rows_gone := rows_gone + gone;
    last_no := one.no;
    last_hash := one.hash;
  end loop;
  if rows_gone > 0 then
    delete from audit_seal s where s.tenant_id = for_tenant and s.no < last_no;
    delete from log_hidden h where h.tenant_id = for_tenant and h.id < boundary;
  end if;
  return next;
end $$;

-- Tables of a purge, referenced tables last. The audit, its hash chain and `tenant` are not purged here, because the
-- audit must be retained.
create function tenant_purge_order() returns table (place bigint, name text)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  waiting oid[];
  free oid[];
begin
  select array_agg(c.oid) into waiting from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not in ('audit', 'audit_seal', 'tenant')
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped);
  place := 0;
  while cardinality(waiting) > 0 loop
    select array_agg(one) into free from unnest(waiting) one where not exists (
      select from pg_constraint k
      where k.contype = 'f' and k.confrelid = one and k.conrelid <> one and k.conrelid = any (waiting));
    if free is null then raise exception 'tables refer to one another in a ring'; end if;
    for name in select c.relname from pg_class c where c.oid = any (free) order by 1 loop
      place := place + 1;
      return next;
    end loop;
    select array_agg(one) into waiting from unnest(waiting) one where one <> all (free);
  end loop;
end $$;

-- Deletes the rows of one table of a tenant that was removed thirty days ago. The app role may not delete all rows
-- itself. Row security still applies, so rows of other tenants are not visible.
create function tenant_purge(of_tenant text, of_table text) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone bigint;
begin
  if of_tenant = '0' or of_tenant is distinct from current_setting('anlan.tenant_id', true) then
    raise exception 'only the tenant of the scope';
  end if;
  if not exists (
    select from brand b
    where b.id = of_tenant and b.purge_began_at is not null and b.removed_at < now() - interval '30 days'
  ) then raise exception 'a removed tenant is held for thirty days'; end if;
  if not exists (select from tenant_purge_order() o where o.name = of_table) then raise exception 'no table of a purge'; end if;
  perform set_config('anlan.wall', 'on', true);
  execute format('delete from %I where tenant_id = $1', of_table) using of_tenant;
  get diagnostics gone = row_count;
  perform set_config('anlan.wall', '', true);
  return gone;
end $$;

create function tenant_of_scope(of_tenant text) returns void
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if of_tenant = '0' or of_tenant is distinct from current_setting('anlan.tenant_id', true) then
    raise exception 'only the tenant of the scope';
  end if;
end $$;

-- Removes a tenant. The thirty days for a restore begin.
create function tenant_remove(of_tenant text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant_of_scope(of_tenant);
  update brand b set removed_at = now() where b.id = of_tenant and b.removed_at is null;
end $$;

-- Restores a removed tenant, unless its purge has begun.
create function tenant_restore(of_tenant text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant_of_scope(of_tenant);
  update brand b set removed_at = null where b.id = of_tenant and b.purge_began_at is null;
end $$;

-- Starts or continues a purge. Returns false before the end of the thirty days, and after the purge is complete.
create function tenant_purge_begin(of_tenant text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant_of_scope(of_tenant);
  update brand b set purge_began_at = coalesce(b.purge_began_at, now())
    where b.id = of_tenant and b.removed_at < now() - interval '30 days' and b.purged_at is null;
  return found;
end $$;
