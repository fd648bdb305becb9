import type { ContentType } from '@anlan/contract/modules/content/text';
import type { ReactNode } from 'react';
import { useHostName } from '#lib/host-brand.ts';
import { FootLines } from '#widgets/foot-lines.tsx';
import { HostMark } from '#ui/host-mark.tsx';
import { TextLinks } from '#widgets/agreement/agreement.tsx';
import './public-page.css';

interface Props {
  title: string;
  /** Path of this page. The navigation marks it as current. */
  path?: string;
  /** Navigation of this page instead of the usual links. */
  nav?: ReactNode;
  /** Class of the page, for its own width and styles. */
  look?: string;
  children: ReactNode;
}

const links = [
  ['/login', '登录'],
  ['/register', '注册账号'],
  ['/guide', '使用指南'],
] as const;

const texts: readonly ContentType[] = ['about', 'service', 'privacy'];

/** Layout of public pages except sign-in: brand above, one card below. */
export function Sheet({ title, path, nav, look = '', children }: Props) {
  const name = useHostName(title);
  return (
    <div className={`leaf ${look}`}>
      <header>
        <a className="brand" href="/login">
          <HostMark size={28} />
          <span>{name}</span>
        </a>
        <nav aria-label={nav ? title : '页面'}>
          {nav ??
            links.map(([href, label]) => (
              <a key={href} href={href} aria-current={href === path ? 'page' : undefined}>
                {label}
              </a>
            ))}
        </nav>
      </header>
      <main>{children}</main>
      <footer>
        <TextLinks types={texts} />
        <FootLines brand={null} />
      </footer>
    </div>
  );
}
