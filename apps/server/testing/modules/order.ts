import type { OwnValues } from '../module-values.ts';
import { listPlan } from '../pay-setup.ts';

export const values: OwnValues = {
  // The order is for a membership plan that is on sale.
  order: async (app, tenant) => {
    const [row] = await app.sql<{ code: string }>(
      `select code from plan where tenant_id = $1 and shelf = 'listed' and removed_at is null limit 1`,
      [tenant.id],
    );
    return { code: row?.code ?? (await listPlan(app, tenant.id, 'declared')), year: 1 };
  },
};

export const columns = {
  // Uses unpaid and closed orders only, because a paid order needs a payment attempt.
  order: { status: `(array['unpaid', 'closed'])[1 + n % 2]`, paid: '0', refunded: '0' },
};
