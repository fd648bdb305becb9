-- What waits of a day is asked for after each check that is handed in: found without reading those that are done.
create index risk_check_waiting_idx on risk_check (tenant_id, enterprise_id, due_on)
  include (layer, risk_point_id, opens_at, due_at) where status = 'pending' and removed_at is null;

-- Whoever keeps a file has been counted nearly always: changed first, and only added where nobody was.
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
    update file_use set bytes = bytes + new.size_bytes,
        media_bytes = media_bytes + case when new.purpose = any(media) then new.size_bytes else 0 end
      where tenant_id = new.tenant_id and enterprise_id = new.enterprise_id;
    if not found then
      insert into file_use as used (tenant_id, enterprise_id, day, files, bytes, media_bytes)
        values (new.tenant_id, new.enterprise_id, '1970-01-01', 0, new.size_bytes,
          case when new.purpose = any(media) then new.size_bytes else 0 end)
        on conflict (tenant_id, enterprise_id) do update
          set bytes = used.bytes + excluded.bytes, media_bytes = used.media_bytes + excluded.media_bytes;
    end if;
  end if;
  return null;
end $$;
