import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { footerOf } from '#lib/footer.ts';
import { useHostBrand } from '#lib/host-brand.ts';

/** The footer lines: owner of the server and filing numbers of this host (LY-03). */
export const FootLines = ({ brand }: { brand: Brand | null }) =>
  footerOf(brand, useHostBrand()).map(({ text, href }) =>
    href === undefined ? (
      <span key={text}>{text}</span>
    ) : (
      <a key={text} href={href} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    ),
  );
