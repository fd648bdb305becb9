-- Files that fill the space of a plan (素材) are counted beside those that the law demands, which never do.
alter table file_use add column media_bytes bigint not null default 0;

create or replace function file_use_follows() returns trigger language plpgsql as $$
declare
  -- As in the contract's mediaPurposes.
  media constant text[] := array['logo', 'avatar', 'picture', 'audio', 'video'];
begin
  if tg_op <> 'INSERT' and old.purpose <> 'temporary' then
    update file_use set bytes = bytes - old.size_bytes,
        media_bytes = media_bytes - case when old.purpose = any(media) then old.size_bytes else 0 end
      where tenant_id = old.tenant_id and enterprise_id = old.enterprise_id;
  end if;
  if tg_op <> 'DELETE' and new.purpose <> 'temporary' then
    insert into file_use as used (tenant_id, enterprise_id, day, files, bytes, media_bytes)
      values (new.tenant_id, new.enterprise_id, '1970-01-01', 0, new.size_bytes,
        case when new.purpose = any(media) then new.size_bytes else 0 end)
      on conflict (tenant_id, enterprise_id) do update
        set bytes = used.bytes + excluded.bytes, media_bytes = used.media_bytes + excluded.media_bytes;
  end if;
  return null;
end $$;

alter table file no force row level security;
alter table file_use no force row level security;
update file_use as used set media_bytes = found.bytes
  from (select tenant_id, enterprise_id, sum(size_bytes) as bytes from file
    where purpose in ('logo', 'avatar', 'picture', 'audio', 'video') group by tenant_id, enterprise_id) as found
  where used.tenant_id = found.tenant_id and used.enterprise_id = found.enterprise_id;
