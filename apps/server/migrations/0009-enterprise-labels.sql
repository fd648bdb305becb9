-- Labels (企业标签) that the authority gives, work on many enterprises at once, and files that go by themselves.

alter table enterprise add column labels text[];

-- A fresh house gets its dictionaries from the seed; one that stands already gets this one here.
alter table dictionary no force row level security;
alter table dictionary_item no force row level security;
with made as (
  insert into dictionary (tenant_id, id, type, label, edit)
  select '0', gen_random_uuid(), 'enterpriseLabel', '企业标签', 'tenant'
  where exists (select from dictionary where tenant_id = '0')
  returning id
)
insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
select '0', gen_random_uuid(), made.id, 'enterpriseLabel', code, code, label, sort, color
from made, (values ('keySupervision', '重点监管', 10, 'red'), ('doubleRandom', '双随机', 20, 'blue'),
  ('provincialSupervision', '省级督办', 30, 'orange'), ('assisted', '帮扶对象', 40, 'green'),
  ('model', '样板企业', 50, 'purple')) as items (code, label, sort, color);

-- The enterprises of a bulk job as they were chosen; those done go, those refused stay with the reason.
create table enterprise_bulk_row (
  tenant_id text not null,
  job_id uuid not null,
  row_no int not null,
  enterprise_id uuid not null,
  version int not null,
  name text not null,
  credit_code text not null,
  reason text,
  primary key (tenant_id, job_id, row_no),
  foreign key (tenant_id, job_id) references job
);
comment on table enterprise_bulk_row is 'class: tenant';

-- What a person calls a piece of work: 批量停产.
alter table job add column title text;
-- Work that is not over yet, for the limits of a person and of a tenant.
create index job_open_idx on job (tenant_id, kind) where state in ('waiting', 'running');

-- A file with an end is its owner's alone and gone afterwards.
alter table file add column expires_at timestamptz;
create index file_expires_idx on file (tenant_id, expires_at) where expires_at is not null;
