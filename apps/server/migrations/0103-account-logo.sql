-- The picture of a public account, as its messages show it (appLogo).
alter table wx_account add column logo jsonb not null default '[]';
