-- Audit and history, files, jobs, deliveries and messages to phones.

-- Rows of an enterprise are overseen with it. The lowest id stands for the tenant itself, which everybody oversees; an
-- enterprise that is not there lies in no division.
-- What is a shop's own, its files for example, lies in no division: whoever oversees any part of the unit sees it.
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
-- What a person did, and what was tried in their name, newest first.
create index audit_user_idx on audit (tenant_id, user_id, id);
-- Logs (日志): what people see of the audit, errors that browsers report, and seals that show a change of the audit.
create index audit_call_idx on audit (tenant_id, call, id);
create index audit_address_idx on audit (tenant_id, address, id);
create index audit_outcome_idx on audit (tenant_id, outcome, id);
-- What was done under a name, accounts that are gone among them.
create index audit_name_idx on audit (tenant_id, (user_name collate "C"), id);

-- Each seal covers rows of the audit and the seal before it.
create table audit_seal (
  tenant_id text not null references tenant,
  no bigint not null,
  sealed_at timestamptz not null default now(),
  ids uuid[] not null,
  -- The beginning of each row's own hash, so that a changed row can be named.
  marks text not null,
  previous text not null,
  hash text not null,
  primary key (tenant_id, no)
);
comment on table audit_seal is 'class: tenant; append-only; object: audit_seal';
comment on column audit_seal.sealed_at is 'written by the owner';
create index audit_seal_at_idx on audit_seal (tenant_id, sealed_at);

-- Seals come one after the other, each resting on the last one and over entries that are there.
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

-- How many months this installation keeps its audit: the owner writes it at each start.
create table audit_kept (
  months integer not null check (months >= 12)
);
comment on table audit_kept is 'class: owner';

-- Entries that were taken off the list; the audit keeps them.
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

-- Moves of all resources with states, one row each: from which state to which, by whom, when, and what was said.
-- The row's own enterprise stands beside it; the lowest id stands for the tenant itself.
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
  -- The lowest id stands for the tenant itself, which regulators see and staff do not.
  enterprise_id uuid not null default '00000000-0000-0000-0000-000000000000',
  owner_id uuid not null,
  purpose text not null,
  name text not null,
  type text not null,
  size_bytes bigint not null,
  key text not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  -- A file with an end is its owner's alone and gone afterwards.
  expires_at timestamptz,
  oversight_code text collate "C",
  -- When and where a photo was taken, as its camera said; the stored picture itself says neither.
  taken_at timestamptz,
  taken_lng double precision check (taken_lng between -180 and 180),
  taken_lat double precision check (taken_lat between -90 and 90),
  primary key (tenant_id, id)
);
comment on table file is 'class: enterprise in region';
-- Files that wait for the application they belong to, by the proof they came with.
create index file_application_idx on file (tenant_id, owner_id) where purpose = 'application';
create index file_expires_idx on file (tenant_id, expires_at) where expires_at is not null;
-- Rows that follow an enterprise are found by it: a re-drawn division moves many, and each looked through all files.
create index file_enterprise_idx on file (tenant_id, enterprise_id);
-- Photos that come in twice (疑似重复照片).
create index file_photo_idx on file (tenant_id, sha256) where purpose = 'photo' and expires_at is null;
-- What came in by a link.
create index file_owner_idx on file (tenant_id, owner_id) where purpose = 'photo' and expires_at is not null;

-- Bytes follow the rows of the table file, whichever way these come, go or change hands. What the house makes for one
-- person for a day is not counted.
-- Whoever keeps a file has been counted nearly always: changed first, and only added where nobody was.
create function file_use_follows() returns trigger language plpgsql as $$
declare
  -- As in the contract's mediaPurposes.
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

-- Files (文件) are counted by the day and by their bytes; logs (日志) are kept for as long as they must be.
create table file_use (
  tenant_id text not null references tenant,
  -- The lowest id stands for the tenant itself.
  enterprise_id uuid not null,
  day date not null,
  files integer not null,
  bytes bigint not null default 0,
  oversight_code text collate "C",
  -- Files that fill the space of a plan (素材) are counted beside those that the law demands, which never do.
  media_bytes bigint not null default 0,
  primary key (tenant_id, enterprise_id)
);
comment on table file_use is 'class: enterprise in region';
create trigger oversight_follows before insert or update of enterprise_id on file_use
  for each row
  execute function oversight_follows();

-- Large files on their way in parts, each a file of its owner's alone until the last one has come.
create table upload (
  tenant_id text not null,
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  size_bytes int not null,
  -- By which its owner's browser knows the same file again.
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
  -- What a person calls a piece of work: 批量停产.
  title text,
  -- How often a piece of work was taken up, in all and since it last got further than ever before.
  tries int not null default 0,
  tries_in_vain int not null default 0,
  furthest int not null default 0,
  primary key (tenant_id, id)
);
comment on table job is 'class: tenant; object: job';
create index job_user_idx on job (tenant_id, user_id, created_at, id);
-- Work that is not over yet, for the limits of a person and of a tenant.
create index job_open_idx on job (tenant_id, kind) where state in ('waiting', 'running');

-- Writes that came with an Idempotency-Key (S51): one row a key, held by a lease while its work is under way.
create table idempotency (
  tenant_id text not null,
  -- The person, or the address of a stranger.
  actor text not null,
  call text not null,
  key text not null,
  body_hash text not null,
  -- Bytes of the upload that came with it, once they were read to their end.
  file_hash text,
  -- Who may settle it: whoever takes a dead one over writes a new claim, and the old one can no longer commit.
  claim uuid not null,
  lease_ends_at timestamptz not null,
  -- Set in the transaction of the effect.
  effect_at timestamptz,
  -- The first answer; null while it is not known.
  outcome text,
  created_at timestamptz not null,
  primary key (tenant_id, actor, call, key)
);
comment on table idempotency is 'class: wall';
create unique index idempotency_claim on idempotency (tenant_id, claim);
create index idempotency_old on idempotency (created_at);

-- What an import wrote, so that its person can take it back: kept for as long as that may be done.
create table import_row (
  tenant_id text not null,
  job_id uuid not null,
  row_id uuid not null,
  -- The version that the import left; another one says that the row was changed since.
  version int not null,
  -- The row as it stood before, encrypted values as they are stored; none where the import added it.
  before jsonb,
  written_at timestamptz not null,
  primary key (tenant_id, job_id, row_id),
  foreign key (tenant_id, job_id) references job on delete cascade
);
comment on table import_row is 'class: tenant';
create index import_row_written_idx on import_row (tenant_id, written_at);

-- What phones sent later (送达): one row for each piece of work and each photo, by the id that the phone gave it. It is
-- written in the transaction of its effect, so that it proves the effect; what was answered twice is kept both ways.
create table delivery (
  tenant_id text not null references tenant,
  user_id uuid not null,
  id uuid not null,
  kind text not null,
  -- SHA-256 of what was read; of a photo, of its bytes as they came.
  hash text collate "C" not null,
  body text,
  -- When it was done by the server's clock, and by how many seconds the phone's was behind it.
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

-- What a browser said last that it still owes: a row as long as that is something. Whoever comes to a browser that keeps
-- nothing is told of it once, for its storage may have been cleared meanwhile.
create table delivery_device (
  tenant_id text not null references tenant,
  user_id uuid not null,
  device uuid not null,
  owed int not null check (owed > 0),
  -- When the oldest of it was done, by that browser's clock.
  since timestamptz not null,
  told_at timestamptz not null,
  primary key (tenant_id, user_id, device)
);
comment on table delivery_device is 'class: tenant';

-- What the people who run the house should see soon: one a cause and hour, whichever node notices first.
create table alarm (
  tenant_id text not null,
  id uuid not null,
  cause text not null,
  -- Hours since 1970.
  hour int not null,
  note text not null,
  at timestamptz not null,
  -- An alarm about somebody's exports is told once an hour for each person: one must not use up another's.
  subject text not null default '',
  primary key (tenant_id, id)
);
comment on table alarm is 'class: tenant; object: alarm';
create unique index alarm_cause_key on alarm (tenant_id, cause, subject, hour);

-- The one live code of a phone, for one purpose in one tenant.
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

-- What a right code was exchanged for: opens one use case once, and the uploads that belong to it.
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

-- What is to be sent; the words stand in the provider's template. Parameters are sealed and go when it is sent.
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

-- How the messenger fares: whoever sends says so, and whoever asks for a code reads it, in whatever process they are.
create table sms_fare (
  tenant_id text not null,
  down_since timestamptz,
  -- When a process that sends messages last said that it is there, by the clock of the database.
  sender_at timestamptz,
  primary key (tenant_id)
);
comment on table sms_fare is 'class: shared';

-- What the register of companies answered: each hit is paid for, so it is kept a day; that there is none, ten minutes.
create table company_lookup (
  tenant_id text not null,
  -- A credit code, or a whole name.
  keyword text collate "C" not null,
  facts jsonb,
  fetched_at timestamptz not null,
  primary key (tenant_id, keyword)
);
comment on table company_lookup is 'class: tenant; object: company';
create index company_lookup_at_idx on company_lookup (tenant_id, fetched_at);

-- Look-ups of a day, of the unit and of whoever asked within it.
create table company_lookup_count (
  tenant_id text not null,
  day date not null,
  -- An enterprise's id, or a word: unit, applicants.
  who text collate "C" not null,
  used int not null,
  primary key (tenant_id, day, who)
);
comment on table company_lookup_count is 'class: tenant';

-- The face check of learning (人脸核验): what must be in force before it is switched on, who agreed to it, and what it said.
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

-- The audit of one tenant is let go of by whole seals from its beginning, never younger than a year, whoever asks. The
-- last seal let go of stays: the next one rests on it. The serving role may call this, and delete nothing by
-- itself.
-- Seals go from the first one on while each rests on the one before it and covers nothing younger than the boundary; of
-- the rows, only those before the boundary go, whatever a seal says.
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
  -- Ids begin with the milliseconds of their making.
  hex := lpad(to_hex((extract(epoch from now() - make_interval(months => months)) * 1000)::bigint), 12, '0');
  boundary := (left(hex, 8) || '-' || right(hex, 4) || '-0000-0000-000000000000')::uuid;
  rows_gone := 0;
  for one in select s.no, s.ids, s.previous, s.hash from audit_seal s where s.tenant_id = for_tenant order by s.no loop
    -- The first one is the very first, or the one that the last time left behind.
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

-- The tables of a purge, those that others refer to last. The log and its seals stay until they have been kept long
-- enough, and what they refer to stays with them.
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

-- Deletes one table's rows of a tenant that was removed thirty days ago; the serving role may not delete all of them by
-- itself. Policies hold here too: of other tenants nothing is in sight.
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

-- The thirty days begin.
create function tenant_remove(of_tenant text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant_of_scope(of_tenant);
  update brand b set removed_at = now() where b.id = of_tenant and b.removed_at is null;
end $$;

-- Nobody takes back what is being purged.
create function tenant_restore(of_tenant text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant_of_scope(of_tenant);
  update brand b set removed_at = null where b.id = of_tenant and b.purge_began_at is null;
end $$;

-- Begins a purge, or goes on with it; false where the thirty days are not over, or nothing is left to do.
create function tenant_purge_begin(of_tenant text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant_of_scope(of_tenant);
  update brand b set purge_began_at = coalesce(b.purge_began_at, now())
    where b.id = of_tenant and b.removed_at < now() - interval '30 days' and b.purged_at is null;
  return found;
end $$;
