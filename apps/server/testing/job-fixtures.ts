// Jobs of an actor, for fixtures.
import type { Actor } from './actors.ts';

/** Inserts a job that never starts. */
export async function waitingJob({ app, tenant, tokens }: Actor, kind = 'test') {
  const [row] = await app.sql<{ id: string }>(
    `insert into job (tenant_id, id, kind, state, user_id) values ($1, gen_random_uuid(), $3, 'waiting', $2) returning id`,
    [tenant.id, tokens.user_id, kind],
  );
  return row?.id;
}

export async function endedImport({ app, tenant, tokens }: Actor) {
  const insert = `insert into job (tenant_id, id, kind, state, user_id, params, result, updated_at)
    values ($1, gen_random_uuid(), $3, 'done', $2, $4, $5, $6) returning id`;
  const made = async (kind: string, params: object, result: object) => {
    const values = [tenant.id, tokens.user_id, kind, JSON.stringify(params), JSON.stringify(result), app.clock.now()];
    return (await app.sql<{ id: string }>(insert, values))[0]?.id;
  };
  const of = { resource: 'station' };
  const file = { fileId: crypto.randomUUID(), fileKind: 'csv', sha256: '', repeated: false };
  const looked = await made('resource.import', { ...of, ...file, enterpriseId: tokens.shop_id ?? null }, {});
  const applied = { ...of, importId: looked, mode: 'rows', onDuplicate: 'skip' };
  return made('resource.importConfirm', applied, { inserted: 1, updated: 0 });
}
