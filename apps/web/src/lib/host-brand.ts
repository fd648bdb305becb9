import { hostBrand, type HostBrand } from '@anlan/contract/modules/tenant/tenant';
import { tenantCalls } from '@anlan/contract/modules/tenant/calls';
import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { api } from './api.ts';
import { productName } from './brand.ts';
import { saveItem, loadItem } from './storage.ts';

const { byHostName } = api({ byHostName: tenantCalls.byHostName });
const storedSchema = z.object({ host: z.string(), face: z.nullable(hostBrand) });

const genericName = '安全生产管理平台';

const listeners = new Set<() => void>();
let current: HostBrand | null | undefined;
let request: Promise<HostBrand | null> | null = null;

const { hostname } = location;
function read(): HostBrand | null {
  if (current !== undefined) return current;
  const stored = loadItem('local', 'hostFace', storedSchema);
  current = stored?.host === hostname ? stored.face : null;
  return current;
}

/** The brand of this host name, read once. Null for a host that no tenant owns. */
export function readHostBrand(): Promise<HostBrand | null> {
  request ??= byHostName({ host: hostname }, { quiet: true }).then(
    (brand) => {
      if (JSON.stringify(brand) !== JSON.stringify(read())) {
        current = brand;
        for (const listener of listeners) listener();
      }
      saveItem('local', 'hostFace', { host: hostname, face: brand });
      return brand;
    },
    () => {
      // The read failed: the next call reads again.
      request = null;
      return read();
    },
  );
  return request;
}

/** Returns the stored brand of this host until it has been read from the server. */
export const useHostBrand = (): HostBrand | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    void readHostBrand();
    return () => listeners.delete(listener);
  }, read);

/** The name of the system on this host; `otherwise` on a host that no tenant owns. */
export const nameOn = (brand: HostBrand | null, otherwise: string): string =>
  brand === null ? otherwise : (brand.name ?? genericName);

/** The name that pages before sign-in show. It also sets the window title: page title, then this name (RG-06). */
export function useHostName(title?: string): string {
  const name = nameOn(useHostBrand(), productName);
  useEffect(() => {
    if (title !== undefined) document.title = `${title} - ${name}`;
  }, [title, name]);
  return name;
}
