import { useHostBrand } from '#lib/host-brand.ts';
import { BrandMark } from './brand-mark.tsx';

/** The logo of this host. Without a host logo: the logo of the product, or nothing on a generic host (LY-03). */
export function HostMark({ size = 26 }: { size?: number }) {
  const face = useHostBrand();
  if (face?.logo) return <img src={face.logo} alt="" height={size} />;
  return face?.generic ? null : <BrandMark size={size} />;
}
