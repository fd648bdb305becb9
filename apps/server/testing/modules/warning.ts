import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  // Uses an item type that users may enter, because the first types come from the enterprise itself. An expired item
  // could be removed only with a reason.
  warning: () => Promise.resolve({ itemType: 'safetyLicence', validTo: '2099-01-15' }),
};
