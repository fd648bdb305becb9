// Inputs that go well for items with a last day.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { callNamed, dataOf, sendCall } from './client.ts';
import { actorOf, type Actor } from './actors.ts';
import { declaredNamed, valuesFor, waitingFile } from './declared.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>>;

const day = ({ app }: Actor, days: number) => addDays(dayOf(app.clock.now()), days);

/** A new item that ends in some days. */
async function item(actor: Actor, days: number, more: Record<string, unknown> = {}) {
  const { app, tenant, tokens } = actor;
  const enterpriseId = tokens.shop_id ?? tenant.enterpriseIds[0] ?? '';
  // Specimens of the enterprise's own states may have been here before.
  await app.sql(`update enterprise set status = 'active' where tenant_id = $1 and id = $2`, [tenant.id, enterpriseId]);
  const values = {
    ...(await valuesFor(app, tenant, declaredNamed('warning'), 'entadmin')),
    enterpriseId,
    validTo: day(actor, days),
    ...more,
  };
  // Who acts on an item is not always who keeps the papers of the enterprise.
  const keeper = actor.kind === 'entadmin' ? actor : await actorOf(app, tenant, 'entadmin');
  const token = keeper.tokens.access_token;
  const created = await sendCall(app, callNamed(app, 'warning.create'), values, { token });
  return dataOf<{ id: string; version: number }>(created);
}

/** Makers of the moves' inputs. */
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
    ...(await item(actor, 5, { itemType: 'emergencyPlanFiling' })),
    reason: '已申请延期备案',
    ignoredUntil: day(actor, 10),
  }),
  'warning.versions': async (actor) => ({ id: (await item(actor, 5)).id }),
};
