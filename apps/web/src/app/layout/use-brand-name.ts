import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HostBrand } from '@anlan/contract/modules/tenant/tenant';
import { nameOn, useHostBrand } from '#lib/host-brand.ts';
import { storeBrand, systemName, useBrand } from '#lib/brand.ts';
import { readBrand, readLogo } from '#lib/brand-calls.ts';
import { useCurrentUser } from '#lib/current-user.ts';

const platformId = '0';

export function useBrandName(): { name: string; logoUrl: string | null; brand: HostBrand | null } {
  const { type } = useCurrentUser().sysUser;
  const { data } = useQuery({
    // Uses the enterprise's query key, so a saved logo refreshes here too.
    queryKey: ['enterprise', 'logo'],
    queryFn: ({ signal }) => readLogo(signal),
    enabled: type === 'enterprise',
    staleTime: 10 * 60_000,
  });
  const brand = useHostBrand();
  return { name: data?.aliasName || nameOn(brand, systemName), logoUrl: data?.logoUrl ?? null, brand };
}

/** Returns the name of the tenant for the top bar. Reading it also refreshes the footer. */
export function useUnitName(): string | undefined {
  const { tenantId, entName } = useCurrentUser().sysUser;
  const storedBrand = useBrand(tenantId);
  const { data } = useQuery({
    queryKey: ['brand', tenantId],
    queryFn: ({ signal }) => readBrand(tenantId, signal),
    enabled: tenantId !== platformId,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (data) storeBrand(data);
  }, [data]);
  return entName ?? storedBrand?.name;
}
