-- Memberships (会员) of enterprises: what was bought last, and until when. The last day is counted from the day on which an
-- unbroken membership began, so that months taken back lead to the very day that stood before they were given.
create table membership (
  tenant_id text not null,
  enterprise_id uuid not null,
  version int not null default 1,
  began_on date not null,
  months int not null check (months >= 0),
  -- began_on and months later, or the day on which more was taken back than was left.
  ends_on date not null,
  is_trial boolean not null default false,
  -- Whether the one trial was used.
  tried boolean not null default false,
  plan_code text,
  plan_name text,
  opens text[] not null default '{}',
  seats int not null default 0,
  storage_mb int not null default 0,
  lookups int not null default 0,
  lookups_used int not null default 0,
  -- State that its people were told of last.
  told text,
  updated_at timestamptz not null,
  primary key (tenant_id, enterprise_id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table membership is 'class: enterprise';
select follow_enterprise('membership');
create index membership_ends_idx on membership (tenant_id, ends_on, enterprise_id) include (told);

-- What an enterprise was told of its membership; warnings about safety are elsewhere and never speak of it.
create table membership_notice (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  at timestamptz not null,
  text text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table membership_notice is 'class: enterprise';
select follow_enterprise('membership_notice');
create index membership_notice_owner_idx on membership_notice (tenant_id, enterprise_id, id);

-- Memberships from before there were plans go on as they are.
alter table enterprise no force row level security;
alter table membership no force row level security;
insert into membership (tenant_id, enterprise_id, began_on, months, ends_on, plan_code, plan_name, updated_at)
  select tenant_id, id, membership_to, 0, membership_to, plan_code, plan_code, now()
  from enterprise where membership_to is not null;
alter table enterprise force row level security;
alter table membership force row level security;
