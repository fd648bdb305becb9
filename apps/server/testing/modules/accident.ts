import { formatInstant } from '@anlan/contract/domain/instant';
import type { OwnValues } from '../own-values.ts';

export const values: OwnValues = {
  accident: (app) =>
    Promise.resolve({
      kind: 'harm',
      deaths: 0,
      seriousInjuries: 0,
      minorInjuries: 1,
      lossFen: 100,
      // Reported in time, or nobody could remove it.
      occurredAt: formatInstant(new Date(app.clock.now().getTime() - 600_000)),
      // Any other moment of happening that a suite tries lies before it.
      firstReportAt: formatInstant(app.clock.now()),
    }),
};
