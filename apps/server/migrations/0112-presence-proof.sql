-- oldest program: 0111
-- Distance in metres between the point and the proof of presence. `far`: the check has no valid proof.
alter table risk_check add column presence_metres int, add column far boolean not null default false;

-- Start of a session: time, user and position (WGS-84; accuracy in metres).
alter table class_session add column begun_at timestamptz, add column begun_by uuid,
  add column lng double precision, add column lat double precision, add column accuracy int;

-- `proof` is null for people entered by hand and for old scans. `minutes` is null before the end of the session.
alter table class_attendance add column proof text check (proof in ('place', 'code', 'far')),
  add column metres int, add column minutes int;

-- Adds the new dictionary values to databases of earlier editions.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  update dictionary_item set label = '仅二维码', color = 'blue'
  where tenant_id = '0' and type = 'checkPresence' and value = 'qr' and label = '扫码到点';
  insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
  select '0', gen_random_uuid(), d.id, d.type, added.value, added.value, added.label, added.sort, added.color
  from (values ('both', '扫码并定位到点', 5, 'green'), ('far', '未到点', 25, 'red')) as added (value, label, sort, color)
  join dictionary d on d.tenant_id = '0' and d.type = 'checkPresence'
  where not exists (select from dictionary_item i
    where i.tenant_id = '0' and i.type = d.type and i.value = added.value);
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
