import type { OwnValues } from '../own-values.ts';

export const values: OwnValues = {
  // A point in force, and a day that is still to come.
  riskCheck: async (app, _tenant, { riskPointId }) => {
    await app.sql(`update risk_point set status = 'inForce' where id = $1`, [riskPointId]);
    return { dueOn: '2099-01-15' };
  },
};
