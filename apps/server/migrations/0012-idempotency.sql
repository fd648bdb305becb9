-- Writes that came with an Idempotency-Key (S51): one row a key, held by a lease while its work is under way.
create table idempotency (
  tenant_id text not null,
  -- The person, or the address of a stranger.
  actor text not null,
  call text not null,
  key text not null,
  body_hash text not null,
  -- Bytes of the upload that came with it, once they were read to their end.
  file_hash text,
  -- Who may settle it: whoever takes a dead one over writes a new claim, and the old one can no longer commit.
  claim uuid not null,
  lease_ends_at timestamptz not null,
  -- Set in the transaction of the effect.
  effect_at timestamptz,
  -- The first answer; null while it is not known.
  outcome text,
  created_at timestamptz not null,
  primary key (tenant_id, actor, call, key)
);
create unique index idempotency_claim on idempotency (tenant_id, claim);
create index idempotency_old on idempotency (created_at);
comment on table idempotency is 'class: wall';
