import type { ContentType } from '@anlan/contract/modules/content/text';
import type { ReactNode } from 'react';
import { useHostName } from '#lib/host-brand.ts';
import { FootLines } from '#widgets/foot-lines.tsx';
import { HostMark } from '#ui/host-mark.tsx';
import { TextLinks } from '#widgets/agreement/agreement.tsx';
import './sheet.css';

interface Props {
  title: string;
  /** The path this page stands at, marked among the links. */
  path: string;
  wide?: boolean;
  children: ReactNode;
}

const links = [
  ['/login', '登录'],
  ['/register', '注册账号'],
  ['/guide', '使用指南'],
] as const;

const texts: readonly ContentType[] = ['about', 'service', 'privacy'];

/** A page before sign-in that is not the sign-in itself: whose it is above, one card below. */
export function Sheet({ title, path, wide = false, children }: Props) {
  const name = useHostName(title);
  return (
    <div className="leaf">
      <header>
        <a className="brand" href="/login">
          <HostMark size={28} />
          <span>{name}</span>
        </a>
        <nav aria-label="页面">
          {links.map(([href, label]) => (
            <a key={href} href={href} aria-current={href === path ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </header>
      <main className={wide ? 'wide' : undefined}>{children}</main>
      <footer>
        <TextLinks types={texts} />
        <FootLines brand={null} />
      </footer>
    </div>
  );
}
