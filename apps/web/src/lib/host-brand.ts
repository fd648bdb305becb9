import { hostBrand, type HostBrand } from '@anlan/contract/modules/tenant/tenant';
import { tenantCalls } from '@anlan/contract/modules/tenant/calls';
import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { api } from './api.ts';
import { productName } from './brand.ts';
import { keep, recall } from './storage.ts';

const { byHostName } = api({ byHostName: tenantCalls.byHostName });
const kept = z.object({ host: z.string(), face: z.nullable(hostBrand) });

/** Name of the system on hosts that tell nothing of whose they are. */
const genericName = '安全生产管理平台';

const listeners = new Set<() => void>();
let current: HostBrand | null | undefined;
let asked: Promise<HostBrand | null> | null = null;

const { hostname } = location;
function read(): HostBrand | null {
  if (current !== undefined) return current;
  const known = recall('local', 'hostFace', kept);
  current = known?.host === hostname ? known.face : null;
  return current;
}

/** Whose pages this host name shows; asked for once, null where it is nobody's. */
export function readHostBrand(): Promise<HostBrand | null> {
  asked ??= byHostName({ host: hostname }, { quiet: true }).then(
    (brand) => {
      if (JSON.stringify(brand) !== JSON.stringify(read())) {
        current = brand;
        for (const listener of listeners) listener();
      }
      keep('local', 'hostFace', { host: hostname, face: brand });
      return brand;
    },
    () => {
      // Whoever looks next asks again.
      asked = null;
      return read();
    },
  );
  return asked;
}

/** The same for a page: what was known before, until it is known anew. */
export const useHostBrand = (): HostBrand | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    void readHostBrand();
    return () => listeners.delete(listener);
  }, read);

/** What the system is called on this host; the given name where the host is nobody's. */
export const nameOn = (brand: HostBrand | null, otherwise: string): string =>
  brand === null ? otherwise : (brand.name ?? genericName);

/** The name that a page before sign-in bears on this host; it stands in the window's title behind the page's own (RG-06). */
export function useHostName(title?: string): string {
  const name = nameOn(useHostBrand(), productName);
  useEffect(() => {
    if (title !== undefined) document.title = `${title} - ${name}`;
  }, [title, name]);
  return name;
}
