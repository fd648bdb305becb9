// Inputs that go well for people of an enterprise.
import { askedFor, declaredNamed, valuesFor } from './declared.ts';
import { callNamed, dataOf, sendCall } from './client.ts';
import type { Actor } from './actors.ts';

/** Somebody who has been away since a day, and what a move asks of them. */
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
  const asked = one.resource.states?.moves[move];
  return { id, version, ...(asked ? await askedFor(app, tenant, asked) : {}) };
};

/** Specimens of the module staff. */
export const staffFixtures: Record<string, (actor: Actor) => Promise<Record<string, unknown>>> = {
  'employee.pause': async (actor) => {
    const input = await away('pause', '2026-01-15')(actor);
    await actor.app.sql(`update employee set status = 'onDuty' where id = $1`, [input['id']]);
    return input;
  },
  'employee.resume': away('resume', '2026-01-15'),
  'employee.retrain': away('retrain', '2024-01-15'),
};
