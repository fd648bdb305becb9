-- An alarm about somebody's exports is told once an hour for each person: one must not use up another's.
alter table alarm add column subject text not null default '';
drop index alarm_cause_key;
create unique index alarm_cause_key on alarm (tenant_id, cause, subject, hour);
