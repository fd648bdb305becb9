import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  // The danger was found before its deadline, and it cites no unknown clause.
  danger: ({ clock }) => {
    const foundAt = formatInstant(new Date(clock.now().getTime() - 2 * 86_400_000));
    return Promise.resolve({ foundAt, deadlineOn: addDays(dayOf(clock.now()), 4), majorCriterion: undefined });
  },
};
