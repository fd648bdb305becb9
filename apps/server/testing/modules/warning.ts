import type { OwnValues } from '../own-values.ts';

export const values: OwnValues = {
  // An account is one person's alone, and a regulator's is nobody's of an enterprise.
  // The first types are those of the enterprise's own file.
  // What has ended is not removed without a word.
  warning: () => Promise.resolve({ itemType: 'safetyLicence', validTo: '2099-01-15' }),
};
