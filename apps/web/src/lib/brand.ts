import { useSyncExternalStore } from 'react';
import { brand as schema, type Brand } from '@anlan/contract/domain/tenant';
import { keep, recall } from './storage.ts';

/** Name of the product. */
export const productName = '安澜';
/** Name of the system where nobody has given it another. */
export const systemName = '安澜安全监管';

const listeners = new Set<() => void>();
let current: Brand | null | undefined;

const read = () => (current === undefined ? (current = recall('local', 'tenantInfo', schema) ?? null) : current);

/** Keep what the footer and the title say of a tenant. */
export function keepBrand(brand: Brand): void {
  current = brand;
  keep('local', 'tenantInfo', brand);
  for (const listener of listeners) listener();
}

/** What the footer and the title say of the tenant, or null before one is known. */
export const useBrand = (): Brand | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);

/** The lines of the footer, those that are there. */
export const footerLines = (brand: Brand | null): string[] =>
  [brand?.copy, brand?.icp, brand?.tec].filter((line): line is string => typeof line === 'string' && line !== '');
