import { declared } from '@anlan/contract/modules';
import type { Demand } from '@anlan/contract/permits';

// Lists of resources that are not declared.
const byHand: Readonly<Record<string, Demand>> = {
  enterprise: 'bus:enterprise:index',
  user: 'sys:user:index',
  staff: 'sys:user:index',
  // Orders by their invoices, on the page of orders.
  orderInvoice: 'bus:orderrecords:index',
};
const permits: ReadonlyMap<string, Demand> = new Map([
  ...Object.entries(byHand),
  ...declared.flatMap(({ resource, calls }) => (calls['page'] ? [[resource.name, calls['page'].permit] as const] : [])),
]);

/** Who may open a list, by its key; undefined where there is none of that key. */
export const permitOfList = (list: string): Demand | undefined => permits.get(list);
