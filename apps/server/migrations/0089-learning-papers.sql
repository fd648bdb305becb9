-- What learning ends with: a signature, a certificate that anybody may check, and links for people without an account.
alter table learning_task add signature jsonb, add signed_at timestamptz, add valid_to date, add revoked_at timestamptz,
  add revoke_reason text;
alter table learning_task drop constraint learning_task_status_check;
alter table learning_task add constraint learning_task_status_check
  check (status in ('notStarted', 'learning', 'examPending', 'signPending', 'passed', 'failed', 'exempted'));

create table learning_link (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  -- Of a plan (培训), or of a person's whole record (一人一档).
  kind text not null check (kind in ('plan', 'person')),
  subject_id uuid not null,
  token_hash text collate "C" not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  created_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table learning_link is 'class: enterprise';
create unique index learning_link_token_key on learning_link (tenant_id, token_hash);
create index learning_link_subject_idx on learning_link (tenant_id, kind, subject_id, created_at);
create index learning_link_owner_idx on learning_link (tenant_id, enterprise_id, id);
select follow_enterprise('learning_link');

-- Words that came with this edition, where the dictionaries were put in place by an earlier one.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
  select '0', gen_random_uuid(), d.id, d.type, 'signPending', 'signPending', '待签名', 35, 'orange'
  from dictionary d where d.tenant_id = '0' and d.type = 'assignmentStatus'
    and not exists (select from dictionary_item i
      where i.tenant_id = '0' and i.type = 'assignmentStatus' and i.value = 'signPending');
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
