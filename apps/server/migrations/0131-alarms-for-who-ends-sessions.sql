-- oldest program: 0118
-- Alarms are confirmed by the people who can end sessions, not by auditors, who write nothing (S77).
alter table todo no force row level security;
update todo set permit = 'sys:token:del'
  where subject_type = 'alarm' and permit = 'sys:log:index' and done_at is null;
