import { useEffect, type ReactNode } from 'react';
import { productName } from '#lib/brand.ts';
import { BrandMark } from '#ui/brand-mark.tsx';
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

/** A page before sign-in that is not the sign-in itself: the product above, one card below. */
export function Sheet({ title, path, wide = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} - ${productName}`;
  }, [title]);
  return (
    <div className="leaf">
      <header>
        <a className="brand" href="/login">
          <BrandMark size={28} />
          <span>{productName}</span>
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
    </div>
  );
}
