import { useBrand } from '#lib/brand.ts';
import { useWho } from '#lib/person.ts';
import { FootLines } from '#widgets/foot-lines.tsx';

/** The foot of every page inside (LY-03). */
export const Footer = () => (
  <footer className="foot">
    <FootLines brand={useBrand(useWho().sysUser.tenantId)} />
  </footer>
);
