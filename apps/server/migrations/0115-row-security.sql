-- oldest program: 0114
-- Rows of the queues are under row security: a transaction in a tenant's scope puts in and sees that tenant's jobs and
-- changes none. The connections that work on jobs say so by their name, as those of every release did.
create function pgboss.works_on_jobs() returns boolean language sql stable
  return coalesce(current_setting('application_name', true) like 'anlan jobs%', false);

alter table pgboss.job enable row level security;
alter table pgboss.job_common enable row level security;
alter table pgboss.queue enable row level security;
alter table pgboss.version enable row level security;
alter table pgboss.schedule enable row level security;
alter table pgboss.bam enable row level security;
alter table pgboss.job_dependency enable row level security;
alter table pgboss.queue_stats enable row level security;
alter table pgboss.subscription enable row level security;
alter table pgboss.warning enable row level security;

create policy works on pgboss.job using (pgboss.works_on_jobs()) with check (pgboss.works_on_jobs());
create policy works on pgboss.job_common using (pgboss.works_on_jobs()) with check (pgboss.works_on_jobs());
create policy works on pgboss.queue using (pgboss.works_on_jobs()) with check (pgboss.works_on_jobs());
create policy works on pgboss.version using (pgboss.works_on_jobs()) with check (pgboss.works_on_jobs());
create policy works on pgboss.schedule using (pgboss.works_on_jobs()) with check (pgboss.works_on_jobs());
create policy works on pgboss.bam using (pgboss.works_on_jobs()) with check (pgboss.works_on_jobs());
create policy works on pgboss.job_dependency using (pgboss.works_on_jobs()) with check (pgboss.works_on_jobs());
create policy works on pgboss.queue_stats using (pgboss.works_on_jobs()) with check (pgboss.works_on_jobs());

create policy known on pgboss.queue for select using (true);
create policy known on pgboss.version for select using (true);
create policy own on pgboss.job for select using (data->>'tenantId' = current_setting('anlan.tenant_id', true));
create policy own on pgboss.job_common for select using (data->>'tenantId' = current_setting('anlan.tenant_id', true));
create policy sends on pgboss.job for insert
  with check (data->>'tenantId' = current_setting('anlan.tenant_id', true) and data->>'tenantId' <> '');
create policy sends on pgboss.job_common for insert
  with check (data->>'tenantId' = current_setting('anlan.tenant_id', true) and data->>'tenantId' <> '');
-- A shared lock (for share) asks for an update policy; nothing passes its check.
create policy locks on pgboss.job for update
  using (data->>'tenantId' = current_setting('anlan.tenant_id', true)) with check (false);
create policy locks on pgboss.job_common for update
  using (data->>'tenantId' = current_setting('anlan.tenant_id', true)) with check (false);

-- Hand-outs belong to the enterprise of their check, which the database fills in: no program names it.
alter table risk_check no force row level security;
alter table risk_check_handout no force row level security;
alter table risk_check_handout add column enterprise_id uuid;
update risk_check_handout h set enterprise_id = c.enterprise_id
from risk_check c where c.tenant_id = h.tenant_id and c.id = h.risk_check_id;
alter table risk_check_handout alter column enterprise_id set not null;
alter table enterprise no force row level security;
alter table risk_check_handout add foreign key (tenant_id, enterprise_id) references enterprise;
create index risk_check_handout_owner_idx on risk_check_handout (tenant_id, enterprise_id, risk_check_id);
comment on table risk_check_handout is 'class: enterprise';
create function handout_enterprise() returns trigger language plpgsql as $$
begin
  select c.enterprise_id into new.enterprise_id from risk_check c
  where c.tenant_id = new.tenant_id and c.id = new.risk_check_id;
  return new;
end $$;
-- Runs before `oversight_follows`, by its name.
create trigger enterprise_follows before insert on risk_check_handout
  for each row execute function handout_enterprise();
select follow_enterprise('risk_check_handout');
