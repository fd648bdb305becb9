-- Pages of the mall (页面) and their designs: a draft each, and every version that was published. Pages of the unit itself
-- stand under the id of none, as courses of the unit do; those of tenant 0 are templates for all.
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

-- What is being worked on; `design` is the text that the contract's reader of designs takes.
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

-- Versions for everybody: of those whose time has come, the one with the latest time is shown.
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

-- Files that a page has named in any version; versions are kept, and so are they.
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

-- Links that show a draft to everybody who has one; of its secret the hash alone is kept.
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

-- Who has a page open in the designer, for some seconds.
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
