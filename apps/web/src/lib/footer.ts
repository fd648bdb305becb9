import type { Brand, HostBrand } from '@anlan/contract/modules/tenant/tenant';

/** A piece of the footer, and where it can be looked up. */
export interface FooterLine {
  text: string;
  href?: string;
}

/** Where anybody looks a filing number up. */
const registries = { icp: 'https://beian.miit.gov.cn/', tec: 'https://beian.mps.gov.cn/' };

/**
 * The footer: the tenant's copyright, which a generic host does not tell, and the numbers under which the host is
 * filed; where the host is nobody's, those of the tenant.
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
