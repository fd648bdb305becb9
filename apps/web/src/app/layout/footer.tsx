import { useBrand } from '#lib/brand.ts';
import { useHostFace } from '#lib/host-face.ts';
import { useWho } from '#lib/person.ts';
import { footerOf } from './footer-rules.ts';

/** Whose the house is, and under which numbers it is filed (LY-03). */
export function Footer() {
  const lines = footerOf(useBrand(useWho().sysUser.tenantId), useHostFace());
  if (lines.length === 0) return <footer className="foot" />;
  return (
    <footer className="foot">
      {lines.map(({ text, href }) =>
        href === undefined ? (
          <span key={text}>{text}</span>
        ) : (
          <a key={text} href={href} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ),
      )}
    </footer>
  );
}
