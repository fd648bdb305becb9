-- Tries at a code are counted by the network they come from, so that a stranger elsewhere does not use up those of
-- whoever waits for it. Codes live for five minutes: those under way are void.
truncate sms_code;
alter table sms_code add column asked_from text not null, add column tries_by jsonb not null default '{}';

-- The account that a directory's phone or mail leads to: bound once its own password or its own code is given.
alter table bind_ticket add column user_id uuid;
