// Inputs that go well of what is done on site: what a phone sends later of them, reports from staff.
import { createHash } from 'node:crypto';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { Actor } from './actors.ts';
import { begunInspection } from './inspection-fixtures.ts';
import { png } from './sample-files.ts';
import { staffReportFixtures } from './staff-report-fixtures.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;

const answered = async (actor: Actor) => ({
  kind: 'inspection.answer',
  body: JSON.stringify({ id: (await begunInspection(actor)).id, key: 'a1', seen: null, given: { result: 'pass' } }),
});
const clocks = ({ app }: Actor) => {
  const at = formatInstant(app.clock.now());
  return { id: crypto.randomUUID(), at, sentAt: at };
};

/** By the name of the call. */
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
