-- Citizen IDs of people, with their consent, and the papers of their duties.
alter table employee no force row level security;
alter table employee add column id_consent_on date;
-- The mask that everybody sees; the whole ID stands encrypted beside it.
alter table employee add column id_no text check (id_no ~ '^[0-9]{3}[*]{11}[0-9X]{4}$');
alter table employee add column id_no_sealed text;
alter table employee add column id_no_index text collate "C";
alter table employee add column duty_papers jsonb not null default '[]';
comment on column employee.id_no_sealed is 'sealed by id';
create index employee_id_no_idx on employee (tenant_id, id_no_index, enterprise_id)
  where removed_at is null and id_no_index is not null;
