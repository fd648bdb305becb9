-- What a browser said last that it still owes: a row as long as that is something. Whoever comes to a browser that keeps
-- nothing is told of it once, for its storage may have been cleared meanwhile.
create table delivery_device (
  tenant_id text not null references tenant,
  user_id uuid not null,
  device uuid not null,
  owed int not null check (owed > 0),
  -- When the oldest of it was done, by that browser's clock.
  since timestamptz not null,
  told_at timestamptz not null,
  primary key (tenant_id, user_id, device)
);
comment on table delivery_device is 'class: tenant';
