-- oldest program: 0118
-- A to-do names the call that completes it or hands it on. Null: opened by an earlier release; the hourly repair sets it.
alter table todo add column act text;
alter table own_todo add column act text;
-- Somebody checked an alarm. Its to-do is done.
alter table alarm add column confirmed_at timestamptz;
alter table alarm add column confirmed_by uuid;

-- An announcement may name enterprises and ask for the receipt until a day.
alter table announcement add column receipt_due_on date;
alter table announcement drop constraint announcement_audience_check;
alter table announcement add constraint announcement_audience_check
  check (audience in ('all', 'regions', 'industries', 'enterprises', 'kinds', 'people', 'tenants'));
