import { Drawer } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { productName } from '#lib/brand.ts';
import { keepAlive } from '#lib/session.ts';
import { useSizeLevel } from '#lib/size-level.ts';
import { visiting } from '#lib/visit.ts';
import { activeOf, useTabs } from '../tabs/state.ts';
import { TabStrip } from '../tabs/tab-strip.tsx';
import { Views } from '../tabs/views.tsx';
import './layout.css';
import { useLeaveWarning } from '../tabs/use-closing.ts';
import { Live } from './live.tsx';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useHouseName } from './use-house-name.ts';
import { useRoots } from './use-roots.ts';

const VisitBanner = lazy(async () => ({ default: (await import('./visit-banner.tsx')).VisitBanner }));

/** The house inside: top bar, side menu, tabs and the pages. */
export function Layout() {
  const small = useSizeLevel() <= 1;
  const [folded, setFolded] = useState(false);
  const [drawn, setDrawn] = useState(false);
  const [visit] = useState(visiting);
  const { roots, root } = useRoots();
  const label = useTabs((tabs) => activeOf(tabs)?.label);

  const house = useHouseName();

  useEffect(keepAlive, []);
  useLeaveWarning();
  useEffect(() => {
    document.title = label === undefined ? house.name : `${label} - ${house.name}`;
  }, [label, house.name]);

  // Collapsing is for wide windows; a narrow one has a drawer instead (LY-18).
  const toggle = () => (small ? setDrawn(!drawn) : setFolded(!folded));
  const closeDrawer = () => setDrawn(false);

  return (
    <div className={folded && !small ? 'shell folded' : 'shell'}>
      <a className="skip" href="#work">
        跳到正文
      </a>
      <Live />
      <TopBar house={house} roots={roots} root={root} folded={folded} small={small} onToggle={toggle} />
      {!small && (
        <aside className="side" aria-label="侧边菜单">
          <SideMenu entries={root?.children ?? []} folded={folded} onGone={() => undefined} />
          <div className="side-foot">{folded ? '1.0.6' : `${productName} 1.0.6`}</div>
        </aside>
      )}
      <main className="work" id="work" tabIndex={-1}>
        <Progress />
        {visit && (
          <Suspense>
            <VisitBanner visit={visit} />
          </Suspense>
        )}
        <TabStrip />
        <Views />
      </main>
      {small && (
        <Drawer
          open={drawn}
          onClose={closeDrawer}
          placement="left"
          size={280}
          title={house.name}
          styles={{ body: { padding: '12px 10px' } }}
        >
          <SideMenu entries={roots} folded={false} onGone={closeDrawer} />
        </Drawer>
      )}
    </div>
  );
}

function Progress() {
  const busy = useNavigation().state !== 'idle';
  return busy ? <div className="progress" role="progressbar" aria-label="正在打开页面" /> : null;
}
