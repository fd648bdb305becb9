-- oldest program: 0118
-- The enterprise has its safety score with one decimal, as the score of the day. Programs before read any number.
alter table enterprise no force row level security;
-- Triggers count the changes in facts and totals.
alter table enterprise_fact no force row level security;
alter table enterprise_total no force row level security;
alter table score_day no force row level security;
alter table enterprise alter column health_score type float8;
update enterprise e set health_score = s.score
  from (select distinct on (tenant_id, enterprise_id) tenant_id, enterprise_id, score from score_day
    order by tenant_id, enterprise_id, day desc) s
  where s.tenant_id = e.tenant_id and s.enterprise_id = e.id and floor(s.score) = e.health_score;
