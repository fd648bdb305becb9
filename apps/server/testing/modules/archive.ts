import { catalogue } from '@anlan/contract/modules/archive/catalogue';
import type { OwnValues } from '../own-values.ts';

let last = 0;
const asked = catalogue.flatMap(({ items }) => items.filter(({ need }) => need === 'required' || need === 'when'));
const nextAsked = () => asked[(last += 1) % asked.length]?.code;

export const values: OwnValues = {
  // In force on the day on which the tests stand; whatever a field is changed to, it stays so.
  document: () => Promise.resolve({ item: 'layout', issuedOn: '2020-01-15', validTo: undefined, keepUntil: undefined }),
  // An item is said once not to apply: of the fourteen that are asked of all, the next one.
  archiveWaiver: () => Promise.resolve({ item: nextAsked() }),
};

export const columns = {
  // An item is said not to apply once, until that is rejected.
  archiveWaiver: { status: `'rejected'`, removed_at: 'case when n % 2 = 0 then now() end' },
};
