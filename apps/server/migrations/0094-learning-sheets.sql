-- Three-level safety education (三级安全教育): which level a plan is of, and who teaches.
alter table training_plan add level text check (level in ('company', 'workshop', 'team')), add teacher text;

-- Words that came with this edition, where the dictionaries were put in place by an earlier one.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  insert into dictionary (tenant_id, id, type, label, edit)
  select '0', gen_random_uuid(), type, label, edit
  from (values ('trainingLevel', '三级教育级别', 'fixed')) as added (type, label, edit)
  where exists (select from dictionary where tenant_id = '0')
    and not exists (select from dictionary d where d.tenant_id = '0' and d.type = added.type);
  insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
  select '0', gen_random_uuid(), d.id, d.type, added.value, added.value, added.label, added.sort, 'blue'
  from (values ('trainingLevel', 'company', '公司级', 10), ('trainingLevel', 'workshop', '车间级', 20),
    ('trainingLevel', 'team', '班组级', 30)) as added (type, value, label, sort)
  join dictionary d on d.tenant_id = '0' and d.type = added.type
  where not exists (select from dictionary_item i
    where i.tenant_id = '0' and i.type = added.type and i.value = added.value);
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;

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
