-- The sheet of an import goes after a day, however the import ended; those kept so far have one more day, for what
-- still looks at them.
alter table file no force row level security;
update file set expires_at = now() + interval '1 day' where purpose = 'import' and expires_at is null;
