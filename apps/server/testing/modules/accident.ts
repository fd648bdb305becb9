import { formatInstant } from '@anlan/contract/domain/instant';
import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  accident: (app) =>
    Promise.resolve({
      kind: 'harm',
      deaths: 0,
      seriousInjuries: 0,
      minorInjuries: 1,
      lossFen: 100,
      // Reports the accident in time, because a late report could not be removed.
      occurredAt: formatInstant(new Date(app.clock.now().getTime() - 600_000)),
      // The report is later than any occurrence time that a suite tries.
      firstReportAt: formatInstant(app.clock.now()),
    }),
};
