import { productVersion, release } from '@anlan/contract/release';
import { Suspense, useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { productName } from '#lib/brand.ts';
import { useFirstPageReady } from '#lib/first-page-ready.ts';
import { keepAlive } from '#lib/session.ts';
import { setShellSettings, useShellSetting } from '#lib/settings.ts';
import { useSizeLevel } from '#lib/size-level.ts';
import { impersonating } from '#lib/impersonation.ts';
import { TabStrip } from '../tabs/tab-strip.tsx';
import { Views } from '../tabs/views.tsx';
import './layout.css';
import { useLeaveWarning } from '../tabs/use-closing.ts';
import { useTitle } from '../tabs/use-title.ts';
import { DialogHost } from '../dialogs/host.tsx';
import { noteRecent } from '../search/recent.ts';
import { useShortcuts } from '../use-shortcuts.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { OfflineLine } from '../live/offline-banner.tsx';
import { Live } from './live-events.tsx';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useBrandName } from './use-brand-name.ts';
import { usePrefetch } from './use-prefetch.ts';
import { useRoots } from './use-roots.ts';

const ImpersonationBanner = lazyPart(async () => (await import('./impersonation-banner.tsx')).ImpersonationBanner);

// The drawer menu loads only when the user opens the menu in a narrow window.
const SmallMenu = lazyPart(async () => (await import('./small-menu.tsx')).SmallMenu);

// This component normally shows nothing, so it loads after the page.
const Upkeep = lazyPart(async () => (await import('../settings/sync-and-auto-lock.tsx')).Upkeep);

export function Layout() {
  const small = useSizeLevel() <= 1;
  const tabs = useShellSetting('tabs');
  const wished = useShellSetting('folded');
  const foldable = useShellSetting('collapse');
  // The side menu collapses only in a wide window; a narrow window has a drawer instead (LY-18).
  const folded = wished && foldable && !small;
  const [drawn, setDrawn] = useState(false);
  const [isMenuRequested, setIsMenuRequested] = useState(false);
  const [impersonation] = useState(impersonating);
  const stands = useFirstPageReady();
  const { roots, root } = useRoots();
  const product = useBrandName();

  useEffect(keepAlive, []);
  useEffect(noteRecent, []);
  useShortcuts();
  usePrefetch();
  useLeaveWarning();
  useTitle(product.name);

  const toggle = () => {
    if (!small) return setShellSettings({ folded: !folded });
    setIsMenuRequested(true);
    setDrawn(!drawn);
  };
  const closeDrawer = () => setDrawn(false);

  return (
    <div className={folded ? 'shell folded' : 'shell'}>
      <a className="skip" href="#work">
        跳到正文
      </a>
      <Live />
      <Suspense fallback={null}>{stands && <Upkeep />}</Suspense>
      <DialogHost />
      <TopBar product={product} roots={roots} root={root} folded={folded} small={small} onToggle={toggle} />
      {!small && (
        <aside className="side" aria-label="侧边菜单">
          <SideMenu entries={root?.children ?? []} folded={folded} onGone={() => undefined} />
          <div className="side-foot" title={`发布 ${release}`}>
            {folded
              ? productVersion
              : `${product.brand?.generic ? '' : `${productName} `}${productVersion} · ${release}`}
          </div>
        </aside>
      )}
      <main className="work" id="work" tabIndex={-1}>
        <Progress />
        <OfflineLine />
        {impersonation && (
          <Suspense>
            <ImpersonationBanner impersonation={impersonation} />
          </Suspense>
        )}
        {tabs && <TabStrip />}
        <Views />
      </main>
      {small && isMenuRequested && (
        <Suspense>
          <SmallMenu open={drawn} title={product.name} roots={roots} onClose={closeDrawer} />
        </Suspense>
      )}
    </div>
  );
}

function Progress() {
  const busy = useNavigation().state !== 'idle';
  return busy ? <div className="progress" role="progressbar" aria-label="正在打开页面" /> : null;
}
