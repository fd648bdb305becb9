-- One-time links that let a person set the first password of their account; a link goes with its use.
create table password_link (
  tenant_id text not null,
  hash text not null,
  user_id uuid not null,
  ends_at timestamptz not null,
  primary key (tenant_id, hash)
);
create index password_link_hash on password_link (hash);
create index password_link_user on password_link (tenant_id, user_id);
comment on table password_link is 'class: wall';

-- The first start used to print the platform's password: one that still stands opens nothing any more, nor does what was
-- begun with it. The next start makes a link.
alter table app_user no force row level security;
alter table session no force row level security;
update session set revoked_at = now(), revoked_reason = 'password changed'
where tenant_id = '0' and revoked_at is null and user_id in (
  select id from app_user
  where tenant_id = '0' and username = 'platform' and not demo and password_changed_at is null
    and not must_change_password and password_hash is not null
);
update app_user set password_hash = null, version = version + 1, updated_at = now()
where tenant_id = '0' and username = 'platform' and not demo and password_changed_at is null
  and not must_change_password and password_hash is not null;

-- Answers that showed a password were kept whole.
alter table idempotency no force row level security;
update idempotency set outcome = '{"shown":true}'
where outcome is not null and call in ('user.create', 'user.password');
