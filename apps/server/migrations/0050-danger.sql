-- Hidden dangers (隐患) from finding to closure, and links by which somebody from outside puts one right.

create table danger (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  no text collate "C" not null,
  title text collate "C" not null,
  level text not null check (level in ('general', 'major')),
  category text not null,
  source text not null,
  place text collate "C" not null,
  station_id uuid,
  description text,
  major_criterion text,
  major_basis text,
  photos_before jsonb not null default '[]',
  found_at timestamptz not null,
  found_by text not null,
  deadline_on date not null,
  duty_department text,
  duty_person_id uuid,
  interim_measures text,
  repeat_cause text,
  status text not null default 'open'
    check (status in ('open', 'rectifying', 'submitted', 'accepted', 'returned', 'voided')),
  -- Whose turn it is, worked out with every move, so that lists and counts are told by it.
  turn text not null default 'enterprise' check (turn in ('enterprise', 'head', 'verifier', 'regulator', 'nobody')),
  turn_since timestamptz,
  -- Who found it: the enterprise itself, or those who oversee it.
  origin text not null default 'own' check (origin in ('own', 'regulator')),
  on_spot boolean not null default false,
  measures text,
  photos_after jsonb not null default '[]',
  acceptance_report jsonb not null default '[]',
  cost_fen bigint,
  started_at timestamptz,
  fixed_at timestamptz,
  submitted_at timestamptz,
  fixer_id uuid,
  head_signed_at timestamptz,
  head_signer_id uuid,
  verifier_id uuid,
  opinion text,
  verified_at timestamptz,
  plan jsonb,
  plan_files jsonb not null default '[]',
  plan_state text not null default 'none' check (plan_state in ('none', 'waiting', 'approved', 'returned')),
  plan_approved_at timestamptz,
  plan_approver_id uuid,
  extensions jsonb not null default '[]',
  extension_status text check (extension_status in ('pending', 'approved', 'refused')),
  listing_level text,
  listing_authority text,
  listing_no text,
  listed_on date,
  listing_due_on date,
  delisted_on date,
  published_on date,
  published_files jsonb not null default '[]',
  congress_on date,
  congress_files jsonb not null default '[]',
  sampled_on date,
  sample_result text check (sample_result in ('pass', 'fail')),
  repeats int not null default 0,
  repeat_of_id uuid,
  duplicate_of_id uuid,
  inspection_id text collate "C",
  inspection_no text,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, duty_person_id) references employee,
  foreign key (tenant_id, station_id) references station
);
comment on table danger is 'class: enterprise';

create unique index danger_no_key on danger (tenant_id, no) where removed_at is null;
-- One index a sort; row security and the part of a title are answered from it.
create index danger_found_idx on danger (tenant_id, found_at, id)
  include (enterprise_id, title) where removed_at is null;
create index danger_deadline_idx on danger (tenant_id, deadline_on, id)
  include (enterprise_id, title) where removed_at is null;
create index danger_updated_idx on danger (tenant_id, updated_at, id)
  include (enterprise_id, title) where removed_at is null;
-- Narrow, because a search for part of a title reads all of it.
create index danger_title_idx on danger (tenant_id, title, id) include (enterprise_id) where removed_at is null;
-- Filters, in the list's usual order.
create index danger_enterprise_idx on danger (tenant_id, enterprise_id, found_at, id) where removed_at is null;
create index danger_status_idx on danger (tenant_id, status, found_at, id) include (enterprise_id)
  where removed_at is null;
create index danger_level_idx on danger (tenant_id, level, found_at, id) include (enterprise_id)
  where removed_at is null;
create index danger_category_idx on danger (tenant_id, category, found_at, id) include (enterprise_id)
  where removed_at is null;
create index danger_source_idx on danger (tenant_id, source, found_at, id) include (enterprise_id)
  where removed_at is null;
create index danger_turn_idx on danger (tenant_id, turn, found_at, id) include (enterprise_id)
  where removed_at is null;
create index danger_inspection_idx on danger (tenant_id, inspection_id, found_at, id) include (enterprise_id)
  where removed_at is null and inspection_id is not null;
-- What is not closed: few among many, asked for by counts, reminders and escalation.
create index danger_unclosed_idx on danger (tenant_id, enterprise_id, deadline_on, id)
  include (status, level, found_at) where removed_at is null and status in ('open', 'rectifying', 'returned', 'submitted');
create index danger_unfixed_idx on danger (tenant_id, deadline_on, id)
  include (enterprise_id) where removed_at is null and status in ('open', 'rectifying', 'returned');
-- Earlier ones of the same category and place.
create index danger_place_idx on danger (tenant_id, enterprise_id, category, place, verified_at)
  where removed_at is null and status = 'accepted';
create index danger_repeat_idx on danger (tenant_id, found_at, id) include (enterprise_id)
  where removed_at is null and repeats > 0;
create index danger_listed_idx on danger (tenant_id, found_at, id) include (enterprise_id)
  where removed_at is null and listed_on is not null and delisted_on is null;
create index danger_sampled_idx on danger (tenant_id, found_at, id) include (enterprise_id)
  where removed_at is null and sampled_on is not null and sample_result is null;
-- What the total of a whole tenant is counted in.
create index danger_total_idx on danger (tenant_id, enterprise_id) where removed_at is null;
-- Asked for by the foreign keys, and when an enterprise's rows move: the removed ones too.
create index danger_owner_idx on danger (tenant_id, enterprise_id, id);
create index danger_duty_idx on danger (tenant_id, duty_person_id) where duty_person_id is not null;
create index danger_station_idx on danger (tenant_id, station_id) where station_id is not null;
select follow_enterprise('danger');
create index danger_oversight_idx on danger (tenant_id, oversight_code, found_at, id)
  include (enterprise_id, title) where removed_at is null;

-- A link for one danger and somebody without an account; the secret itself is never kept.
create table danger_link (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  danger_id uuid not null,
  name text not null,
  token_hash text collate "C" not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null,
  created_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, danger_id) references danger
);
comment on table danger_link is 'class: enterprise';
create unique index danger_link_token_key on danger_link (tenant_id, token_hash);
create index danger_link_danger_idx on danger_link (tenant_id, danger_id, created_at, id);
create index danger_link_owner_idx on danger_link (tenant_id, enterprise_id, id);
select follow_enterprise('danger_link');

-- What was written by a link.
create table danger_link_entry (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  danger_id uuid not null,
  link_id uuid not null,
  note text not null,
  photos jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, danger_id) references danger,
  foreign key (tenant_id, link_id) references danger_link
);
comment on table danger_link_entry is 'class: enterprise';
create index danger_link_entry_danger_idx on danger_link_entry (tenant_id, danger_id, created_at, id);
create index danger_link_entry_link_idx on danger_link_entry (tenant_id, link_id);
create index danger_link_entry_owner_idx on danger_link_entry (tenant_id, enterprise_id, id);
select follow_enterprise('danger_link_entry');

-- Photos that come in twice (疑似重复照片).
create index file_photo_idx on file (tenant_id, sha256) where purpose = 'photo' and expires_at is null;
-- What came in by a link.
create index file_owner_idx on file (tenant_id, owner_id) where purpose = 'photo' and expires_at is not null;
