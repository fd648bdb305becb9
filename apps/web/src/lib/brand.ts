import { useSyncExternalStore } from 'react';
import { brand as schema, type Brand } from '@anlan/contract/modules/tenant/tenant';
import { keep, recall } from './storage.ts';
import { impersonating } from './impersonation.ts';

/** Name of the product. */
export const productName = '安澜';
/** Name of the system where nobody has given it another. */
export const systemName = '安澜安全监管';

const listeners = new Set<() => void>();
let current: Brand | null | undefined;

const read = () => (current === undefined ? (current = recall('local', 'tenantInfo', schema) ?? null) : current);

/** Keep what the bar and the footer say of a tenant; of one that is only visited nothing stays on the machine. */
export function keepBrand(brand: Brand): void {
  current = brand;
  if (impersonating() === null) keep('local', 'tenantInfo', brand);
  for (const listener of listeners) listener();
}

/** What the bar and the footer say of this tenant, or null where what is known is another's, or nothing yet. */
export function useBrand(tenantId: string): Brand | null {
  const known = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
  return known?.id === tenantId ? known : null;
}
