-- oldest program: 0109
-- Offline checks: the time claimed by the phone, and the time of receipt by the server.
alter table risk_check add column claimed_at timestamptz;
comment on column risk_check.claimed_at is 'when it was done by the word of the phone; null where it was done online';
alter table risk_check add column received_at timestamptz;
comment on column risk_check.received_at is 'when the server received it; null for checks of before';
alter table risk_check add column resent boolean not null default false;
comment on column risk_check.resent is 'received after its due time, and done in time by evidence (补传)';
-- For counts of checks received late, which are few.
create index risk_check_resent_idx on risk_check (tenant_id, enterprise_id, due_on)
  include (oversight_code) where resent and removed_at is null;

-- When the server first sent a check to a user who may fill it in. No earlier time is accepted as the time of the
-- check.
create table risk_check_handout (
  tenant_id text not null,
  risk_check_id uuid not null,
  user_id uuid not null,
  handed_at timestamptz not null,
  primary key (tenant_id, risk_check_id, user_id),
  foreign key (tenant_id, risk_check_id) references risk_check on delete cascade
);
comment on table risk_check_handout is 'class: tenant';

-- To find a signature picture that was used before.
create index file_evidence_idx on file (tenant_id, sha256) where purpose = 'evidence' and expires_at is null;
