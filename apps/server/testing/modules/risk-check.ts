import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  // The risk point must be in force, and the day must be in the future.
  riskCheck: async (app, _tenant, { riskPointId }) => {
    await app.sql(`update risk_point set status = 'inForce' where id = $1`, [riskPointId]);
    return { dueOn: '2099-01-15' };
  },
};
