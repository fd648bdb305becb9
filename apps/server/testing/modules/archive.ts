import { catalogue } from '@anlan/contract/modules/archive/catalogue';
import type { OwnValues } from '../module-values.ts';

let last = 0;
const requiredItems = catalogue.flatMap(({ items }) =>
  items.filter(({ need }) => need === 'required' || need === 'when'),
);
const nextAsked = () => requiredItems[(last += 1) % requiredItems.length]?.code;

export const values: OwnValues = {
  // The document is valid on the day of the tests, and remains so when one field changes.
  document: () => Promise.resolve({ item: 'layout', issuedOn: '2020-01-15', validTo: undefined, keepUntil: undefined }),
  // An archive item can be waived only once, so each row takes the next of the fourteen items.
  archiveWaiver: () => Promise.resolve({ item: nextAsked() }),
};

export const columns = {
  // An item has only one waiver that is not rejected, so these rows are rejected.
  archiveWaiver: { status: `'rejected'`, removed_at: 'case when n % 2 = 0 then now() end' },
};
