import { Suspense, useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { productName } from '#lib/brand.ts';
import { useFirstStands } from '#lib/first-stand.ts';
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
import { later } from '#ui/later.tsx';
import { OfflineLine } from '../live/offline-line.tsx';
import { Live } from './live.tsx';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useBrandName } from './use-brand-name.ts';
import { usePrefetch } from './use-prefetch.ts';
import { useRoots } from './use-roots.ts';

const ImpersonationBanner = later(async () => (await import('./impersonation-banner.tsx')).ImpersonationBanner);

// Only a narrow window has it, and only once somebody asks for the menu.
const SmallMenu = later(async () => (await import('./small-menu.tsx')).SmallMenu);

// Comes after the page stands: as long as all is well, nothing of it is seen.
const Upkeep = later(async () => (await import('../settings/upkeep.tsx')).Upkeep);

/** The server inside: top bar, side menu, tabs and the pages. */
export function Layout() {
  const small = useSizeLevel() <= 1;
  const tabs = useShellSetting('tabs');
  const wished = useShellSetting('folded');
  const foldable = useShellSetting('collapse');
  // Collapsing is for wide windows; a narrow one has a drawer instead (LY-18).
  const folded = wished && foldable && !small;
  const [drawn, setDrawn] = useState(false);
  const [asked, setAsked] = useState(false);
  const [impersonation] = useState(impersonating);
  const stands = useFirstStands();
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
    setAsked(true);
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
          <div className="side-foot">{folded || product.brand?.generic ? '1.0.6' : `${productName} 1.0.6`}</div>
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
      {small && asked && (
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
