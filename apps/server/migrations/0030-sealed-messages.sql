-- Codes, proofs, counts and messages by SMS hold no phone that can be read (S78). What is looked for is found by a blind
-- index under a key that stands apart from the database; what has to be sent, or named again, is sealed.

-- Counts go over all tenants, so their index does; those of before count for their address and tenant alone.
drop index public_attempt_phone_idx;
alter table public_attempt drop column phone, add column phone_index text collate "C";
create index public_attempt_phone_idx on public_attempt (kind, phone_index, at);

-- A code lives for five minutes: whoever waits for one asks again.
truncate sms_code;
alter table sms_code drop column phone, add column phone_index text collate "C" not null,
  add primary key (tenant_id, type, phone_index);

-- Proofs of before are over: their uploads are let go of like those of any other.
alter table sms_proof no force row level security;
update sms_proof set ends_at = least(ends_at, now());
alter table sms_proof drop column phone, add column phone_sealed text;
comment on column sms_proof.phone_sealed is 'sealed by id';

-- A message keeps a mask; the whole phone goes with its parameters. Those under way are sealed at the next start.
drop index sms_message_phone_idx;
alter table sms_message no force row level security;
update sms_message set phone = left(phone, 3) || '****' || right(phone, 4) where state <> 'queued';
alter table sms_message
  add column phone_sealed text,
  add column phone_index text collate "C",
  add constraint sms_message_phone_is_masked check (phone_is_masked(phone)) not valid;
comment on column sms_message.phone_sealed is 'sealed by id';
create index sms_message_phone_idx on sms_message (tenant_id, phone_index, created_at);

-- When a process that sends messages last said that it is there, by the clock of the database.
alter table sms_fare add column sender_at timestamptz;

-- The name and the templates that a unit has with the vendor; without them the platform's.
alter table tenant add column sms_sign_name text, add column sms_templates jsonb;

-- People found by the mail that a directory knows of them. Those of before get theirs at the next start.
alter table app_user add column email_index text collate "C";
create index app_user_email_index_idx on app_user (tenant_id, email_index, id);
create index app_user_mail_plain_idx on app_user (tenant_id, id) where email_sealed is not null and email_index is null;
