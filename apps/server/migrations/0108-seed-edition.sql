-- oldest program: 0107
-- Program edition to which a start last updated menus, preset roles, regions and encrypted fields. One row, read and
-- written by the owner. Without it every start would search all tenants.
create table seed_edition (
  single boolean primary key default true check (single),
  stamp text not null,
  written_at timestamptz not null default now()
);
comment on table seed_edition is 'class: owner';
