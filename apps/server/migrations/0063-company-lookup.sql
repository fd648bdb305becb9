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
