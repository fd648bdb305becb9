// Valid inputs for people of an enterprise.
import { moveInputFor, declaredNamed, valuesFor } from './resource-test-data.ts';
import { callNamed, dataOf, sendCall } from './client.ts';
import type { Actor } from './actors.ts';

const away = (move: string, since: string) => async (actor: Actor) => {
  const { app, tenant, tokens } = actor;
  const one = declaredNamed('employee');
  const values = await valuesFor(app, tenant, one);
  const { id, version } = dataOf<{ id: string; version: number }>(
    await sendCall(
      app,
      callNamed(app, 'employee.create'),
      { ...values, enterpriseId: tokens.shop_id },
      { token: tokens.access_token },
    ),
  );
  await app.sql(`update employee set status = 'offDuty', status_on = $2 where id = $1`, [id, since]);
  const moveDefinition = one.resource.states?.moves[move];
  return { id, version, ...(moveDefinition ? await moveInputFor(app, tenant, moveDefinition) : {}) };
};

export const staffFixtures: Record<string, (actor: Actor) => Promise<Record<string, unknown>>> = {
  'employee.pause': async (actor) => {
    const input = await away('pause', '2026-01-15')(actor);
    await actor.app.sql(`update employee set status = 'onDuty' where id = $1`, [input['id']]);
    return input;
  },
  'employee.resume': away('resume', '2026-01-15'),
  'employee.retrain': away('retrain', '2024-01-15'),
};
