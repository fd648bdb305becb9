-- Scores (安全分) and colours of enterprises with all that explains them: one row for each day on which something became
-- different, so that every day's judgement can be read from the last row before it.
create table score_day (
  tenant_id text not null,
  enterprise_id uuid not null,
  day date not null,
  -- With one decimal; null where too few parts have data.
  score float8,
  color text not null check (color in ('red', 'orange', 'yellow', 'blue', 'unrated')),
  judgement jsonb not null,
  -- Tells whether a judgement differs from the one before without reading it.
  digest text not null,
  computed_at timestamptz not null,
  primary key (tenant_id, enterprise_id, day),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table score_day is 'class: enterprise';
select follow_enterprise('score_day');

-- Colours that a regulator holds for a while: never better than what is computed.
create table color_hold (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  color text not null check (color in ('red', 'orange', 'yellow')),
  reason text not null,
  until_on date not null,
  held_at timestamptz not null,
  held_by uuid,
  held_by_name text,
  released_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table color_hold is 'class: enterprise';
create unique index color_hold_key on color_hold (tenant_id, enterprise_id) where released_at is null;
create index color_hold_owner_idx on color_hold (tenant_id, enterprise_id, id);
select follow_enterprise('color_hold');

-- Enterprises whose score is to be computed anew: a row for each change, so that no two changes wait for one another;
-- who computes takes away what it has seen.
create table score_due (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise on delete cascade
);
comment on table score_due is 'class: enterprise';
create index score_due_owner_idx on score_due (tenant_id, enterprise_id);
select follow_enterprise('score_due');
