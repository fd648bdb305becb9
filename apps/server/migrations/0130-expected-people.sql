-- oldest program: 0118
-- Number of people who have to attend a talk, meeting or class (应到).
alter table class_session add column expected int check (expected between 1 and 9999);
