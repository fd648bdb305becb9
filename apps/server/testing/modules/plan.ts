import type { OwnValues } from '../module-values.ts';
import { standardPlan } from '../pay-setup.ts';

export const values: OwnValues = {
  plan: () =>
    Promise.resolve({
      priceList: standardPlan.priceList.map((price) => ({ ...price, id: crypto.randomUUID() })),
      content: standardPlan.content,
    }),
};
