-- oldest program: 0107
-- For which edition of the program the start has brought menu, preset roles, divisions and encrypted fields up to date:
-- one row, which the owner reads and writes at each start. Without it every start searches all tenants.
create table seed_edition (
  single boolean primary key default true check (single),
  stamp text not null,
  written_at timestamptz not null default now()
);
comment on table seed_edition is 'class: owner';
