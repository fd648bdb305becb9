-- Short names of enterprises (简称) are found by their characters, pinyin and initials as names are (0097, decision 0067).
alter table enterprise add column short_name_search text collate "C" not null default '';
create function short_name_search_follows() returns trigger language plpgsql as $f$
begin
  if starts_with(new.short_name_search, lower(new.short_name collate "C") || chr(10)) is not true then
    new.short_name_search := coalesce(lower(new.short_name collate "C"), '');
  end if;
  return new;
end $f$;
alter table enterprise no force row level security;
-- What follows from other columns stays as it is.
alter table enterprise disable trigger user;
update enterprise set short_name_search = lower(short_name collate "C") where short_name is not null;
alter table enterprise enable trigger user;
create trigger short_name_search_follows before insert or update of short_name, short_name_search on enterprise
  for each row execute function short_name_search_follows();

-- Those whose name holds the short one are found by their name.
create index enterprise_short_name_search_idx on enterprise (tenant_id, short_name_search, id)
  include (oversight_code) where removed_at is null and strpos(name, short_name) = 0;
create index enterprise_short_name_unread_idx on enterprise (tenant_id, id)
  where short_name is not null and strpos(short_name_search, chr(10)) = 0;
