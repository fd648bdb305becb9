-- People who register themselves (自助注册): they wait for their tenant's administrators and sign in to nothing until then.
alter table app_user add column approval text not null default 'approved'
  check (approval in ('approved', 'pending', 'rejected'));
-- The enterprise they say they belong to, as typed; nothing is bound to it.
alter table app_user add column claimed_enterprise text;
create index app_user_waiting_idx on app_user (tenant_id, id) where approval = 'pending';

-- Registering and asking for the phone of an account are counted like other things that strangers do.
alter table public_attempt drop constraint public_attempt_kind_check;
alter table public_attempt add constraint public_attempt_kind_check
  check (kind in ('sms', 'apply', 'register', 'findPhone'));
