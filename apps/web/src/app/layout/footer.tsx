import { useBrand } from '#lib/brand.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { FootLines } from '#widgets/foot-lines.tsx';

export const Footer = () => (
  <footer className="foot">
    <FootLines brand={useBrand(useCurrentUser().sysUser.tenantId)} />
  </footer>
);
