-- A migration that makes a table of enterprises' rows calls this alone: it reads the enterprises past their policies, which
-- every migration puts back at its end.
create or replace function follow_enterprise(of_table text) returns void language plpgsql as $$
declare
  said text := obj_description(of_table::regclass, 'pg_class');
  bound boolean := exists (select from pg_constraint
    where contype = 'f' and conrelid = of_table::regclass and confrelid = 'enterprise'::regclass);
begin
  alter table enterprise no force row level security;
  execute format('alter table %I add column oversight_code text collate "C"', of_table);
  execute format('alter table %I no force row level security', of_table);
  execute format('update %I r set oversight_code = coalesce((select e.oversight_code from enterprise e
    where e.tenant_id = r.tenant_id and e.id = r.enterprise_id), '''')
    where r.enterprise_id <> ''00000000-0000-0000-0000-000000000000''', of_table);
  -- What can belong to the tenant itself is seen there by everybody.
  if bound then execute format('alter table %I alter column oversight_code set not null', of_table); end if;
  execute format('create trigger oversight_follows before insert or update of enterprise_id on %I
    for each row execute function oversight_follows()', of_table);
  execute format('comment on table %I is %L', of_table, regexp_replace(said, '^(class: \w+)( in region)?', '\1 in region'));
end $$;

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
  primary key (tenant_id, id)
);
comment on table resource_history is 'class: enterprise';
create index resource_history_row_idx on resource_history (tenant_id, row_id, id);
create index resource_history_owner_idx on resource_history (tenant_id, enterprise_id);
select follow_enterprise('resource_history');
