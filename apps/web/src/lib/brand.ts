import { useSyncExternalStore } from 'react';
import { brand as schema, type Brand } from '@anlan/contract/modules/tenant/tenant';
import { saveItem, loadItem } from './storage.ts';
import { impersonating } from './impersonation.ts';

export const productName = '安澜';
export const systemName = '安澜安全监管';

const listeners = new Set<() => void>();
let current: Brand | null | undefined;

const read = () => (current === undefined ? (current = loadItem('local', 'tenantInfo', schema) ?? null) : current);

/** Stores the name and footer of a tenant, for the next page load. During impersonation nothing is stored. */
export function storeBrand(brand: Brand): void {
  current = brand;
  if (impersonating() === null) saveItem('local', 'tenantInfo', brand);
  for (const listener of listeners) listener();
}

/** Returns the stored brand of this tenant; null when none is stored or it belongs to another tenant. */
export function useBrand(tenantId: string): Brand | null {
  const storedBrand = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
  return storedBrand?.id === tenantId ? storedBrand : null;
}
