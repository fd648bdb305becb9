-- oldest program: 0116
-- Officers (执法人员) who may sign notices: number and validity of the card, and regions.
create table officer (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  name text collate "C" not null,
  paper_no text collate "C" not null,
  valid_from date not null,
  valid_to date not null,
  region_codes jsonb not null,
  user_id uuid,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user
);
comment on table officer is 'class: tenant; object: officer';
create unique index officer_paper_no_key on officer (tenant_id, paper_no) where removed_at is null;
create index officer_updated_idx on officer (tenant_id, updated_at, id) include (name) where removed_at is null;
create index officer_name_idx on officer (tenant_id, name, id) where removed_at is null;
create index officer_valid_idx on officer (tenant_id, valid_to, id) include (name) where removed_at is null;
create index officer_total_idx on officer (tenant_id) where removed_at is null;
create index officer_user_idx on officer (tenant_id, user_id) where user_id is not null;
select find_by_letters('officer', 'name');
create index officer_name_search_idx on officer (tenant_id, name_search, id) where removed_at is null;
create index officer_name_unread_idx on officer (tenant_id, id) where strpos(name_search, chr(10)) = 0;

-- An issued notice is withdrawn (撤销), never deleted. Its number is not reused.
alter table enforcement add column withdrawn_at timestamptz,
  add column withdrawn_by text, add column withdrawal text;
comment on column enforcement.withdrawal is 'why it was withdrawn; null where it was not';
alter table enforcement drop constraint enforcement_status_check;
alter table enforcement add constraint enforcement_status_check
  check (status in ('issued', 'received', 'replied', 'closed', 'withdrawn'));

-- Adds the dictionary value of the new state to databases of earlier editions.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
  select '0', gen_random_uuid(), d.id, d.type, 'withdrawn', '9', '已撤销', 90, 'grey' from dictionary d
  where d.tenant_id = '0' and d.type = 'enforcementStatus'
    and not exists (select from dictionary_item i
      where i.tenant_id = '0' and i.type = d.type and i.value = '9');
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
