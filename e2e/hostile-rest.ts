// Fills more fields: stations, file history, visits, jobs, external accounts and warnings (S39).
import { newId } from '../apps/server/src/kernel/ids.ts';
import type { openDemoApp } from './app.ts';
import { joinedOf, pages, textsOf, type Field } from './hostile-fields.ts';

type DemoApp = Awaited<ReturnType<typeof openDemoApp>>;

const visits = 10;
const some = (rows: number, ...fields: Field[]) => [
  Array.from({ length: rows }, newId),
  ...fields.map((field) => joinedOf(field, rows).slice(0, rows)),
];

/** Fills further fields. `firms`: enterprises whose dossiers the test opens; the history entries belong to them. */
export async function fillHostileRest(app: DemoApp, firms: readonly string[]) {
  const all = (sql: string, values: unknown[]) => app.sql(sql, values);
  const person = `(select id from app_user where tenant_id = '1' and username = 'regulator1')`;
  const ofStations: Field[] = [
    'station.name',
    'station.code',
    'station.grade',
    'station.address',
    'station.managerName',
  ];
  await all(
    `insert into station (tenant_id, id, enterprise_id, name, code, grade, address, manager_name, kind, region_code,
         manager_phone, created_at, updated_at)
       select '1', p.id, p.firm, p.name, p.code, p.grade, p.address, p.manager, s.kind, s.region_code, s.manager_phone,
         now(), now() + interval '1 hour'
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
           as p(id, firm, name, code, grade, address, manager),
         (select kind, region_code, manager_phone from station where tenant_id = '1' order by id limit 1) s`,
    [firms.map(newId), firms, ...ofStations.map(textsOf)],
  );
  await all(
    `insert into enterprise_status_change (tenant_id, id, enterprise_id, from_status, to_status, at, by_id, by_name, note)
       select '1', p.id, p.firm, 'suspended', 'active', now(), p.id, p.by, p.note
       from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) as p(id, by, note, firm)`,
    [...some(pages, 'step.by', 'step.note'), firms.slice(0, pages)],
  );
  await all(
    `insert into tenant_entry (tenant_id, id, session_id, user_id, user_name, reason, started_at, ends_at)
       select '1', p.id, p.id, p.id, p.by, p.reason, now() - interval '1 minute', now() + interval '1 hour'
       from unnest($1::uuid[], $2::text[], $3::text[]) as p(id, by, reason)`,
    some(visits, 'visit.by', 'visit.reason'),
  );
  await all(
    `insert into job (tenant_id, id, kind, state, user_id, title, message)
       select '1', p.id, 'enterprise.bulk', 'done', ${person}, p.title, p.message
       from unnest($1::uuid[], $2::text[], $3::text[]) as p(id, title, message)`,
    some(pages, 'job.title', 'job.message'),
  );
  await all(
    `insert into user_identity (tenant_id, id, user_id, provider, app_id, subject, label, bound_at)
       select '1', p.id, ${person}, 'directory', p.id::text, p.id::text, p.label, now()
       from unnest($1::uuid[], $2::text[]) as p(id, label)`,
    some(pages, 'party.label'),
  );
  // The rule is disabled: only the list of rules displays it, and it causes no popup.
  await all(
    `update risk_rule set content = content || jsonb_build_object('title', $1::text, 'text', $2::text)
       where tenant_id = '1' and type = 'popup'`,
    [joinedOf('warning.title', 1)[0], joinedOf('warning.text', 1)[0]],
  );
}
