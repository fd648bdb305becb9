import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HostBrand } from '@anlan/contract/modules/tenant/tenant';
import { nameOn, useHostBrand } from '#lib/host-brand.ts';
import { keepBrand, systemName, useBrand } from '#lib/brand.ts';
import { readBrand, readLogo } from '#lib/brand-calls.ts';
import { useWho } from '#lib/person.ts';

const platformId = '0';

/** What this server is called for the person in it: their enterprise's own name and logo, else the product's. */
export function useBrandName(): { name: string; logoUrl: string | null; brand: HostBrand | null } {
  const { type } = useWho().sysUser;
  const { data } = useQuery({
    // Under the enterprise's key, so that saving a new logo renews it here too.
    queryKey: ['enterprise', 'logo'],
    queryFn: ({ signal }) => readLogo(signal),
    enabled: type === 'enterprise',
    staleTime: 10 * 60_000,
  });
  const brand = useHostBrand();
  return { name: data?.aliasName || nameOn(brand, systemName), logoUrl: data?.logoUrl ?? null, brand };
}

/** The tenant's name for the top bar; what the footer says of it is renewed on the way. */
export function useUnitName(): string | undefined {
  const { tenantId, entName } = useWho().sysUser;
  const kept = useBrand(tenantId);
  const { data } = useQuery({
    queryKey: ['brand', tenantId],
    queryFn: ({ signal }) => readBrand(tenantId, signal),
    enabled: tenantId !== platformId,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (data) keepBrand(data);
  }, [data]);
  return entName ?? kept?.name;
}
