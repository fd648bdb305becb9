-- What phones sent later (送达): one row for each piece of work and each photo, by the id that the phone gave it. It is
-- written in the transaction of its effect, so that it proves the effect; what was answered twice is kept both ways.
create table delivery (
  tenant_id text not null references tenant,
  user_id uuid not null,
  id uuid not null,
  kind text not null,
  -- SHA-256 of what was read; of a photo, of its bytes as they came.
  hash text collate "C" not null,
  body text,
  -- When it was done by the server's clock, and by how many seconds the phone's was behind it.
  done_at timestamptz not null,
  clock_off int not null,
  received_at timestamptz not null,
  latitude text,
  longitude text,
  file_id uuid,
  file_name text,
  same boolean not null default false,
  outcome text not null default 'done' check (outcome in ('done', 'rivalled')),
  rival jsonb,
  primary key (tenant_id, user_id, id)
);
comment on table delivery is 'class: tenant';
create index delivery_file_idx on delivery (tenant_id, file_id) where file_id is not null;
