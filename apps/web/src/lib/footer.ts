import type { Brand, HostBrand } from '@anlan/contract/modules/tenant/tenant';

export interface FooterLine {
  text: string;
  href?: string;
}

const registries = { icp: 'https://beian.miit.gov.cn/', tec: 'https://beian.mps.gov.cn/' };

/**
 * The lines of the footer: copyright of the tenant (not on a generic host) and the filing numbers of the host. A host
 * without an owner shows the numbers of the tenant.
 */
export function footerOf(brand: Brand | null, face: HostBrand | null): FooterLine[] {
  const { icp, tec } = face ?? brand ?? { icp: null, tec: null };
  const copy = face?.generic ? null : (brand?.copy ?? face?.copy);
  return [
    ...(copy ? [{ text: copy }] : []),
    ...(icp ? [{ text: icp, href: registries.icp }] : []),
    ...(tec ? [{ text: tec, href: registries.tec }] : []),
  ];
}
