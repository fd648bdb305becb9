// Valid inputs for work on site: offline deliveries of phones, and staff reports.
import { createHash } from 'node:crypto';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { Actor } from './actors.ts';
import type { WorkKind } from '@anlan/contract/modules/delivery/offline-work';
import { begunInspection, inspectionFixtures } from './inspection-fixtures.ts';
import { png } from './sample-files.ts';
import { staffReportFixtures } from './staff-report-fixtures.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;

const answered = async (actor: Actor) => ({
  kind: 'inspection.answer',
  body: JSON.stringify({ id: (await begunInspection(actor)).id, key: 'a1', seen: null, given: { result: 'pass' } }),
});
export async function workOf(actor: Actor, kind: WorkKind): Promise<{ kind: WorkKind; body: string }> {
  const { version: _, ...input } = (await inspectionFixtures[kind]?.(actor)) ?? {};
  const key = kind.startsWith('inspection') ? 'a1' : 'c1';
  const verb = kind.split('.')[1];
  const more =
    verb === 'answer'
      ? { key, seen: null, given: { result: 'pass' } }
      : verb === 'addItem'
        ? { key: 'x1' }
        : verb === 'passRest' || verb === 'undoRest'
          ? { keys: [key] }
          : {};
  return { kind, body: JSON.stringify({ ...input, ...more }) };
}
const clocks = ({ app }: Actor) => {
  const at = formatInstant(app.clock.now());
  return { id: crypto.randomUUID(), at, sentAt: at };
};

export const siteFixtures: Record<string, Maker> = {
  ...staffReportFixtures,
  'delivery.key': () => ({ device: crypto.randomUUID() }),
  'delivery.send': async (actor) => ({ ...clocks(actor), ...(await answered(actor)) }),
  'delivery.sendMany': async (actor) => {
    const { sentAt, ...own } = clocks(actor);
    return { sentAt, works: [{ ...own, ...(await answered(actor)) }] };
  },
  'delivery.photo': (actor) => ({
    ...clocks(actor),
    purpose: 'photo',
    hash: createHash('sha256').update(png).digest('hex'),
  }),
  'delivery.owed': () => ({ device: crypto.randomUUID(), count: 2, isNew: false }),
  'delivery.receipts': () => ({ ids: [crypto.randomUUID()] }),
};
