import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { OwnValues } from '../own-values.ts';

export const values: OwnValues = {
  // Found before its deadline, which is not far away; no clause that nobody knows.
  danger: ({ clock }) => {
    const foundAt = formatInstant(new Date(clock.now().getTime() - 2 * 86_400_000));
    return Promise.resolve({ foundAt, deadlineOn: addDays(dayOf(clock.now()), 4), majorCriterion: undefined });
  },
};
