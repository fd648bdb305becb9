// Valid inputs for items with an expiry date.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { callNamed, dataOf, sendCall } from './client.ts';
import { actorOf, type Actor } from './actors.ts';
import { declaredNamed, valuesFor, waitingFile } from './resource-test-data.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>>;

const day = ({ app }: Actor, days: number) => addDays(dayOf(app.clock.now()), days);

async function item(actor: Actor, days: number, more: Record<string, unknown> = {}) {
  const { app, tenant, tokens } = actor;
  const enterpriseId = tokens.shop_id ?? tenant.enterpriseIds[0] ?? '';
  // Resets the status, which other fixtures may have changed.
  await app.sql(`update enterprise set status = 'active' where tenant_id = $1 and id = $2`, [tenant.id, enterpriseId]);
  const values = {
    ...(await valuesFor(app, tenant, declaredNamed('warning'), 'entadmin')),
    enterpriseId,
    validTo: day(actor, days),
    ...more,
  };
  // The actor who makes a state change may lack the right to create expiring items of the enterprise.
  const keeper = actor.kind === 'entadmin' ? actor : await actorOf(app, tenant, 'entadmin');
  const token = keeper.tokens.access_token;
  const created = await sendCall(app, callNamed(app, 'warning.create'), values, { token });
  return dataOf<{ id: string; version: number }>(created);
}

export const warningFixtures: Record<string, Maker> = {
  'warning.renew': async (actor) => ({
    ...(await item(actor, 5)),
    renewedTo: day(actor, 400),
    files: [
      await waitingFile(actor.app, actor.tenant, 'evidence', actor.kind === 'platform' ? 'regulator' : actor.kind),
    ],
  }),
  'warning.acknowledge': (actor) => item(actor, 5),
  'warning.urge': (actor) => item(actor, 5),
  'warning.snooze': async (actor) => ({ ...(await item(actor, 20)), snoozedTo: day(actor, 5) }),
  'warning.ignore': async (actor) => ({
    ...(await item(actor, 5, { itemType: 'safetyAssessment' })),
    reason: '已委托评价机构',
    ignoredUntil: day(actor, 10),
  }),
  'warning.versions': async (actor) => ({ id: (await item(actor, 5)).id }),
};
