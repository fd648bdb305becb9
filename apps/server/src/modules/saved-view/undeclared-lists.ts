import { declaredListings, declaredResources } from '@anlan/contract/modules';
import type { CallAccess } from '@anlan/contract/permits';

// Lists without a declared resource, with the permit that each list requires.
const byHand: Readonly<Record<string, CallAccess>> = {
  // The list of invoices on the order page.
  orderInvoice: 'bus:orderrecords:index',
};
const permits: ReadonlyMap<string, CallAccess> = new Map([
  ...Object.entries(byHand),
  ...declaredListings.map(({ name, page }) => [name, page.permit] as const),
  ...declaredResources.flatMap(({ resource, calls }) =>
    calls['page'] ? [[resource.name, calls['page'].permit] as const] : [],
  ),
]);

/** Permit that a list requires, by its key; undefined for an unknown key. */
export const permitOfList = (list: string): CallAccess | undefined => permits.get(list);
