import { useHostFace } from '#lib/host-face.ts';
import { BrandMark } from './brand-mark.tsx';

/** The mark that pages bear on this host: the host's own, else the house's; none on a generic host (LY-03). */
export function HostMark({ size = 26 }: { size?: number }) {
  const face = useHostFace();
  if (face?.logo) return <img src={face.logo} alt="" height={size} />;
  return face?.generic ? null : <BrandMark size={size} />;
}
