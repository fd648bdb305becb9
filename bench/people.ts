// Signed-in people of a tenant, written directly to the database, because thousands of sign-ins take too long.
import { newId } from '../apps/server/src/kernel/ids.ts';
import { hashOf } from '../apps/server/src/modules/session/rules.ts';
import type { Place } from './database.ts';

export interface Person {
  userId: string;
  sessionId: string;
  token: string;
}

/** Creates people with the roles of the demo regulator; `removePeople` removes them. */
export async function makePeople(place: Place, tenantId: string, count: number): Promise<Person[]> {
  const people = Array.from({ length: count }, () => ({ userId: newId(), sessionId: newId(), token: newId() }));
  const rows = JSON.stringify(people.map((person) => ({ ...person, hash: hashOf(person.token) })));
  const from = 'from jsonb_to_recordset($1::jsonb) p("userId" uuid, "sessionId" uuid, hash text)';
  for (const statement of [
    `insert into app_user (tenant_id, id, username, nick_name, type)
     select $2, p."userId", 'bench-' || p."userId", '值班', 'regulator' ${from}`,
    `insert into user_role (tenant_id, user_id, role_id)
     select $2, p."userId", r.role_id ${from} cross join (select ur.role_id from user_role ur join app_user u
       on u.tenant_id = ur.tenant_id and u.id = ur.user_id where u.tenant_id = $2 and u.username = 'regulator' || $2) r`,
    `insert into session (tenant_id, id, user_id, client_id, started_at, ends_at, last_seen_at, address, network, user_agent)
     select $2, p."sessionId", p."userId", '', now(), now() + interval '1 day', now(), '127.0.0.1', '127.0.0.1', 'bench'
     ${from}`,
    `insert into session_token (tenant_id, id, session_id, access_hash, refresh_hash, issued_at, access_ends_at)
     select $2, gen_random_uuid(), p."sessionId", p.hash, 'none-' || p."sessionId", now(), now() + interval '1 day'
     ${from}`,
  ])
    await place.sql(statement, [rows, tenantId]);
  return people;
}

export async function removePeople(place: Place, tenantId: string) {
  await place.sql(`delete from session where tenant_id = $1 and user_agent = 'bench'`, [tenantId]);
  await place.sql(
    `delete from user_role using app_user u where user_role.tenant_id = $1 and u.id = user_id and u.username like 'bench-%'`,
    [tenantId],
  );
  await place.sql(`delete from app_user where tenant_id = $1 and username like 'bench-%'`, [tenantId]);
}
