-- oldest program: 0114
-- Row security for the job queues. A tenant transaction may insert and read jobs of its tenant, but not change them.
-- Worker connections are recognized by their application name, which all releases set.
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
-- `select for share` needs an update policy. The check of this policy is false, so no update succeeds.
create policy locks on pgboss.job for update
  using (data->>'tenantId' = current_setting('anlan.tenant_id', true)) with check (false);
create policy locks on pgboss.job_common for update
  using (data->>'tenantId' = current_setting('anlan.tenant_id', true)) with check (false);

-- A hand-out belongs to the enterprise of its check. The server does not write `enterprise_id`, so a trigger sets it.
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
-- Triggers run in the order of their names: this trigger runs before `oversight_follows`.
create trigger enterprise_follows before insert on risk_check_handout
  for each row execute function handout_enterprise();
select follow_enterprise('risk_check_handout');
