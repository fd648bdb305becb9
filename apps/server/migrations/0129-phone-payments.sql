-- oldest program: 0118
-- A payment on a phone has its own number at the vendor, so an order can have several attempts for each vendor, but at
-- most one that is open.
alter table pay_attempt add column scene text not null default 'code';
comment on column pay_attempt.scene is 'device of the payer: code, phone, or inApp with a hash of the openid';
drop index pay_attempt_order_key;
create unique index pay_attempt_order_key on pay_attempt (tenant_id, order_id, vendor) where state = 'open';
create index pay_attempt_order_idx on pay_attempt (tenant_id, order_id);
-- OAuth states for payments in the browser of WeChat.
alter table oauth_state drop constraint oauth_state_purpose_check;
alter table oauth_state add constraint oauth_state_purpose_check check (purpose in ('login', 'bind', 'pay'));
