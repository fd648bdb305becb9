-- The face check of learning (人脸核验): what must be in force before it is switched on, who agreed to it, and what it said.
create table impact_assessment (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  name text collate "C" not null,
  valid_to date not null,
  papers jsonb not null default '[]',
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id)
);
comment on table impact_assessment is 'class: tenant; object: impactAssessment';
create index impact_assessment_updated_idx on impact_assessment (tenant_id, updated_at, id) where removed_at is null;
create index impact_assessment_name_idx on impact_assessment (tenant_id, name, id) where removed_at is null;
create index impact_assessment_valid_idx on impact_assessment (tenant_id, valid_to, id) where removed_at is null;
create index impact_assessment_total_idx on impact_assessment (tenant_id) where removed_at is null;

alter table training_plan add column face_required boolean not null default false;

-- The picture that a shot is compared with; seen by the person's own enterprise alone.
alter table employee add column face_photo jsonb not null default '[]';

-- Separate consents (单独同意) to the check: given, and taken back.
create table learning_face_consent (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  employee_id uuid not null,
  -- Which words were agreed to.
  words int not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, employee_id) references employee
);
comment on table learning_face_consent is 'class: enterprise';
create unique index learning_face_consent_one_key on learning_face_consent (tenant_id, employee_id) where withdrawn_at is null;
create index learning_face_consent_owner_idx on learning_face_consent (tenant_id, enterprise_id, id);
select follow_enterprise('learning_face_consent');

alter table learning_sitting
  -- Credited milliseconds of this sitting from which a check is demanded; null where none is.
  add column face_due_ms int,
  -- When which check ended how; no picture is kept.
  add column face_checks jsonb not null default '[]',
  -- What is credited of the lesson once somebody of the enterprise has confirmed who sat there.
  add column held jsonb,
  add column held_ms int not null default 0,
  add column held_state text check (held_state in ('waiting', 'confirmed', 'rejected')),
  add column held_by uuid,
  add column held_at timestamptz;
create index learning_sitting_held_idx on learning_sitting (tenant_id, task_id) where held_state = 'waiting';
