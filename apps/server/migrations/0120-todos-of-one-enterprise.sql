-- oldest program: 0118
-- A person with several enterprises sees the to-dos of the one in which they are signed in. Null: no enterprise. The
-- hourly repair sets the column of open to-dos.
alter table own_todo add column subject_enterprise_id uuid;
