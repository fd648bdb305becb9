-- Courses, questions, training plans, learning records and exam papers.

create table course (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  -- The all-zero id means that the course is for all enterprises of the unit.
  enterprise_id uuid not null,
  title text collate "C" not null,
  kind text not null,
  teacher text,
  intro text,
  cover jsonb not null default '[]',
  lessons jsonb not null default '[]',
  lesson_count int not null default 0,
  seconds int not null default 0,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C",
  title_search text collate "C" not null default '',
  primary key (tenant_id, id)
);
comment on table course is 'class: enterprise in region';
create index course_updated_idx on course (tenant_id, updated_at, id) include (enterprise_id, title, status) where removed_at is null;
create index course_title_idx on course (tenant_id, title, id) include (enterprise_id) where removed_at is null;
create index course_enterprise_idx on course (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index course_kind_idx on course (tenant_id, kind, updated_at, id) include (enterprise_id) where removed_at is null;
create index course_status_idx on course (tenant_id, status, updated_at, id) include (enterprise_id) where removed_at is null;
create index course_total_idx on course (tenant_id, enterprise_id) where removed_at is null;
create index course_owner_idx on course (tenant_id, enterprise_id, id);
create index course_oversight_idx on course (tenant_id, oversight_code, updated_at, id) include (enterprise_id, title, status)
  where removed_at is null;
create index course_title_search_idx on course (tenant_id, title_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index course_title_unread_idx on course (tenant_id, id) where strpos(title_search, chr(10)) = 0;

create function title_search_follows() returns trigger language plpgsql as $$
    begin
      if starts_with(new.title_search, lower(new.title collate "C") || chr(10)) is not true then
        new.title_search := coalesce(lower(new.title collate "C"), '');
      end if;
      return new;
    end $$;
create trigger name_search_follows before insert or update of title, title_search on course
  for each row
  execute function title_search_follows();
create trigger oversight_follows before insert or update of enterprise_id on course
  for each row
  execute function oversight_follows();

create table question (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  kind text not null,
  form text not null check (form in ('single', 'multiple', 'judge')),
  stem text collate "C" not null,
  option_a text,
  option_b text,
  option_c text,
  option_d text,
  answer text not null,
  explanation text,
  points int not null default 1,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table question is 'class: enterprise in region';
create index question_updated_idx on question (tenant_id, updated_at, id) include (enterprise_id, stem, status) where removed_at is null;
create index question_stem_idx on question (tenant_id, stem, id) include (enterprise_id) where removed_at is null;
create index question_enterprise_idx on question (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index question_kind_idx on question (tenant_id, kind, updated_at, id) include (enterprise_id) where removed_at is null;
create index question_form_idx on question (tenant_id, form, updated_at, id) include (enterprise_id) where removed_at is null;
create index question_status_idx on question (tenant_id, status, updated_at, id) include (enterprise_id) where removed_at is null;
create index question_total_idx on question (tenant_id, enterprise_id) where removed_at is null;
create index question_owner_idx on question (tenant_id, enterprise_id, id);
create index question_oversight_idx on question (tenant_id, oversight_code, updated_at, id) include (enterprise_id, stem, status)
  where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on question
  for each row
  execute function oversight_follows();

create table training_plan (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  title text collate "C" not null,
  kind text not null,
  start_on date not null,
  end_on date not null,
  audience jsonb,
  courses jsonb not null default '[]',
  hours_required numeric not null,
  cycle_months int,
  exam_count int not null default 0,
  exam_minutes int not null default 30,
  pass_score int not null default 80,
  retries int not null default 2,
  sign_required boolean not null default false,
  -- Copy of the lessons on the day of publication.
  lessons jsonb not null default '[]',
  status text not null default 'draft' check (status in ('draft', 'published', 'running', 'ended', 'archived')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  level text,
  teacher text,
  face_required boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  constraint training_plan_level_check check (level in ('company', 'workshop', 'team'))
);
comment on table training_plan is 'class: enterprise in region; object: trainingPlan';
create index training_plan_updated_idx on training_plan (tenant_id, updated_at, id) include (enterprise_id, title, status)
  where removed_at is null;
create index training_plan_title_idx on training_plan (tenant_id, title, id) include (enterprise_id) where removed_at is null;
create index training_plan_start_idx on training_plan (tenant_id, start_on, id) include (enterprise_id, title, status)
  where removed_at is null;
create index training_plan_end_idx on training_plan (tenant_id, end_on, id) include (enterprise_id) where removed_at is null;
create index training_plan_enterprise_idx on training_plan (tenant_id, enterprise_id, start_on, id) where removed_at is null;
create index training_plan_kind_idx on training_plan (tenant_id, kind, start_on, id) include (enterprise_id) where removed_at is null;
create index training_plan_status_idx on training_plan (tenant_id, status, start_on, id) include (enterprise_id)
  where removed_at is null;
create index training_plan_total_idx on training_plan (tenant_id, enterprise_id) where removed_at is null;
create index training_plan_owner_idx on training_plan (tenant_id, enterprise_id, id);
create index training_plan_oversight_idx on training_plan (tenant_id, oversight_code, start_on, id)
  include (enterprise_id, title, status) where removed_at is null;
alter table class_session add foreign key (tenant_id, plan_id) references training_plan;
create trigger oversight_follows before insert or update of enterprise_id on training_plan
  for each row
  execute function oversight_follows();

create table learning_task (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  plan_id uuid not null,
  employee_id uuid not null,
  round int not null default 1,
  plan_title text collate "C" not null,
  employee_name text collate "C" not null,
  department text,
  seconds int not null default 0,
  hours numeric not null default 0,
  offline_hours numeric not null default 0,
  hours_required numeric not null default 0,
  score int,
  attempts int not null default 0,
  due_on date not null,
  passed_at timestamptz,
  certificate_no text,
  exempt_reason text,
  status text not null default 'notStarted' check (status in ('notStarted', 'learning', 'examPending', 'signPending', 'passed', 'failed', 'exempted')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  signature jsonb,
  signed_at timestamptz,
  valid_to date,
  revoked_at timestamptz,
  revoke_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, plan_id) references training_plan,
  foreign key (tenant_id, employee_id) references employee
) with (fillfactor=80);
comment on table learning_task is 'class: enterprise in region; object: learningTask';
create unique index learning_task_round_key on learning_task (tenant_id, plan_id, employee_id, round) where removed_at is null;
create index learning_task_updated_idx on learning_task (tenant_id, updated_at, id) include (enterprise_id, employee_name, status)
  where removed_at is null;
create index learning_task_due_idx on learning_task (tenant_id, due_on, id) include (enterprise_id, employee_name, status)
  where removed_at is null;
create index learning_task_passed_idx on learning_task (tenant_id, passed_at nulls first, id) include (enterprise_id)
  where removed_at is null;
create index learning_task_name_idx on learning_task (tenant_id, employee_name, id) include (enterprise_id) where removed_at is null;
create index learning_task_enterprise_idx on learning_task (tenant_id, enterprise_id, due_on, id) where removed_at is null;
create index learning_task_plan_idx on learning_task (tenant_id, plan_id, due_on, id)
  include (enterprise_id, employee_name, status)
  where removed_at is null;
create index learning_task_employee_idx on learning_task (tenant_id, employee_id, due_on, id)
  include (enterprise_id, employee_name, status)
  where removed_at is null;
-- Narrow indexes for counts: one plan or a range of days may contain all rows.
create index learning_task_plan_total_idx on learning_task (tenant_id, plan_id, enterprise_id) where removed_at is null;
create index learning_task_employee_total_idx on learning_task (tenant_id, employee_id, enterprise_id) where removed_at is null;
create index learning_task_due_total_idx on learning_task (tenant_id, due_on, enterprise_id) where removed_at is null;
create index learning_task_status_idx on learning_task (tenant_id, status, due_on, id) include (enterprise_id)
  where removed_at is null;
create index learning_task_total_idx on learning_task (tenant_id, enterprise_id) where removed_at is null;
create index learning_task_owner_idx on learning_task (tenant_id, enterprise_id, id);
create index learning_task_oversight_idx on learning_task (tenant_id, oversight_code, due_on, id)
  include (enterprise_id, employee_name, status) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on learning_task
  for each row
  execute function oversight_follows();

-- Credited time of a person in a lesson. Updated at each heartbeat, so the fill factor leaves space for HOT updates.
create table learning_progress (
  tenant_id text not null,
  task_id uuid not null,
  lesson_key text collate "C" not null,
  enterprise_id uuid not null,
  credited jsonb not null default '[]',
  credited_ms int not null default 0,
  furthest_ms int not null default 0,
  done_at timestamptz,
  oversight_code text collate "C" not null,
  primary key (tenant_id, task_id, lesson_key),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, task_id) references learning_task
) with (fillfactor=60);
comment on table learning_progress is 'class: enterprise in region';
create index learning_progress_owner_idx on learning_progress (tenant_id, enterprise_id, task_id);
create trigger oversight_follows before insert or update of enterprise_id on learning_progress
  for each row
  execute function oversight_follows();

-- A learning session of one person in one lesson. A person has at most one open session on all devices.
create table learning_sitting (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  task_id uuid not null,
  user_id uuid not null,
  lesson_key text collate "C" not null,
  lesson_title text not null,
  length_ms int not null,
  device text,
  seq int not null default 0,
  -- `nonce`: value that the next heartbeat must send. `last_nonce`: value of the last heartbeat, to detect a repeat.
  nonce text collate "C" not null,
  last_nonce text collate "C",
  started_at timestamptz not null,
  last_at timestamptz not null,
  ended_at timestamptz,
  credited_ms int not null default 0,
  offline_ms int not null default 0,
  refused_ms int not null default 0,
  oversight_code text collate "C" not null,
  -- Credited milliseconds after which a face check is required; null if none is.
  face_due_ms int,
  -- Times and results of face checks, without pictures.
  face_checks jsonb not null default '[]',
  -- Time that is credited once an employee of the enterprise confirms who learned.
  held jsonb,
  held_ms int not null default 0,
  held_state text check (held_state in ('waiting', 'confirmed', 'rejected')),
  held_by uuid,
  held_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, task_id) references learning_task
) with (fillfactor=60);
comment on table learning_sitting is 'class: enterprise in region';
create unique index learning_sitting_one_key on learning_sitting (tenant_id, user_id) where ended_at is null;
create index learning_sitting_task_idx on learning_sitting (tenant_id, task_id, started_at);
create index learning_sitting_owner_idx on learning_sitting (tenant_id, enterprise_id, id);
create index learning_sitting_held_idx on learning_sitting (tenant_id, task_id) where held_state = 'waiting';
create trigger oversight_follows before insert or update of enterprise_id on learning_sitting
  for each row
  execute function oversight_follows();

-- Exam papers: the drawn questions with correct answers, and the person's answers.
create table exam_paper (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  task_id uuid not null,
  questions jsonb not null,
  pass_score int not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  submitted_at timestamptz,
  answers jsonb,
  score int,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, task_id) references learning_task
);
comment on table exam_paper is 'class: enterprise in region';
create unique index exam_paper_open_key on exam_paper (tenant_id, task_id) where submitted_at is null;
create index exam_paper_task_idx on exam_paper (tenant_id, task_id, started_at);
create index exam_paper_owner_idx on exam_paper (tenant_id, enterprise_id, id);
create trigger oversight_follows before insert or update of enterprise_id on exam_paper
  for each row
  execute function oversight_follows();

create table learning_link (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  -- Whether the link opens a training plan (培训) or the record of a person (一人一档).
  kind text not null check (kind in ('plan', 'person')),
  subject_id uuid not null,
  token_hash text collate "C" not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  created_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table learning_link is 'class: enterprise in region';
create unique index learning_link_token_key on learning_link (tenant_id, token_hash);
create index learning_link_subject_idx on learning_link (tenant_id, kind, subject_id, created_at);
create index learning_link_owner_idx on learning_link (tenant_id, enterprise_id, id);
create trigger oversight_follows before insert or update of enterprise_id on learning_link
  for each row
  execute function oversight_follows();

-- Consent to the face check (单独同意), and its withdrawal.
create table learning_face_consent (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  employee_id uuid not null,
  -- Version of the consent text that the person agreed to.
  words int not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, employee_id) references employee
);
comment on table learning_face_consent is 'class: enterprise in region';
create unique index learning_face_consent_one_key on learning_face_consent (tenant_id, employee_id) where withdrawn_at is null;
create index learning_face_consent_owner_idx on learning_face_consent (tenant_id, enterprise_id, id);
create trigger oversight_follows before insert or update of enterprise_id on learning_face_consent
  for each row
  execute function oversight_follows();
