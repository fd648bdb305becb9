// Valid inputs for calls about scores.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { callNamed, dataOf, sendCall } from './client.ts';
import type { Actor } from './actors.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;

const today = ({ app }: Actor) => dayOf(app.clock.now());
// Uses an enterprise that no other fixture uses.
const holdOf: Maker = async (actor) => {
  const enterpriseId = actor.tenant.enterpriseIds.at(-1);
  await actor.app.sql(`update enterprise set status = 'active' where id = $1`, [enterpriseId]);
  return { enterpriseId, color: '2', reason: '现场检查发现重大问题', until: addDays(today(actor), 30) };
};

export const scoreFixtures: Record<string, Maker> = {
  'score.card': ({ tenant }) => ({ enterpriseId: tenant.enterpriseIds[0] }),
  'score.onDay': (actor) => ({ enterpriseId: actor.tenant.enterpriseIds[0], day: today(actor) }),
  'score.hold': holdOf,
  'score.release': async (actor) => {
    const { app, tokens } = actor;
    const held = await holdOf(actor);
    dataOf(await sendCall(app, callNamed(app, 'score.hold'), held, { token: tokens.access_token }));
    return { enterpriseId: held['enterpriseId'], reason: '复核已整改' };
  },
};
