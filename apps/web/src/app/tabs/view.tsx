import { memo, Suspense, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import {
  NavigationType,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router';
import { Empty, PageSkeleton } from '#ui/page-states.tsx';
import { TabScope } from '#ui/tab-context.tsx';
import { Crumbs } from '../layout/crumbs.tsx';
import { PageErrorBoundary } from '../layout/page-error-boundary.tsx';
import { Footer } from '../layout/footer.tsx';
import { useMenu } from '../use-menu.ts';
import { pageOf } from '../registry.ts';
import { destinationOf } from '../resolve.ts';
import { setUnsaved } from './dirty.ts';
import { placeOf, type Tab } from './rules.ts';
import { FirstPageWatcher } from './first-page-watcher.tsx';
import { labelTab, useTabs } from './state.ts';

export function View({ tab, active }: { tab: Tab; active: boolean }) {
  const { id, value: path, search, label } = tab;
  const box = useRef<HTMLDivElement>(null);
  const scrolled = useRef(0);
  const left = useRef<HTMLElement>(null);
  const setDirty = useCallback(
    (dirty: boolean, drafted?: boolean, draft?: string) => setUnsaved(id, dirty, drafted, draft),
    [id],
  );
  const setLabel = useCallback((name: string) => labelTab(id, name), [id]);

  // A hidden element loses its scroll position, so the position is stored and restored here.
  useLayoutEffect(() => {
    const view = box.current;
    if (!view) return undefined;
    // Sets the scroll position only when needed, because this forces layout of the whole page.
    if (scrolled.current > 0) view.scrollTop = scrolled.current;
    // Reads the position when the tab changes: scroll events arrive a frame late, perhaps after the page is hidden. A
    // later read would force layout.
    return useTabs.subscribe((tabs) => {
      if (tabs.active !== id) scrolled.current = view.scrollTop;
    });
  }, [id]);

  // The focus must not stay on a hidden page. It moves to the element of this page that had the focus last.
  useLayoutEffect(() => {
    const view = box.current;
    const other = document.activeElement?.closest('.view') ?? view;
    if (other !== view) (left.current?.isConnected ? left.current : view)?.focus({ preventScroll: true });
    return () => {
      const at = document.activeElement;
      // An input is not focused again: that would open the keyboard of a phone.
      left.current = at instanceof HTMLElement && view?.contains(at) && at.matches('a, button') ? at : null;
    };
  }, []);

  return (
    <div
      className="view"
      role="tabpanel"
      tabIndex={-1}
      aria-label={label}
      ref={box}
      onScroll={(event) => {
        scrolled.current = event.currentTarget.scrollTop;
      }}
    >
      <TabScope id={id} active={active} setDirty={setDirty} setLabel={setLabel}>
        <Crumbs place={placeOf(tab)} label={label} />
        <PageErrorBoundary>
          <Suspense fallback={<PageSkeleton />}>
            <Page path={path} search={search} />
            <FirstPageWatcher />
          </Suspense>
        </PageErrorBoundary>
      </TabScope>
      <Footer />
    </div>
  );
}

const root = { outlet: null, matches: [], isDataRoute: false };

// The page gets its tab's address and does not subscribe to the router. Otherwise every mounted page would render at
// each navigation.
const Page = memo(function Page({ path, search }: { path: string; search: string }) {
  const destination = destinationOf(useMenu(), path, search);
  const screen = destination && pageOf(destination.component);
  const place = useMemo(
    () => ({
      location: { pathname: path, search, hash: '', state: null, key: 'default', mask: undefined },
      navigationType: NavigationType.Pop,
    }),
    [path, search],
  );
  // The menu has no such page: the user's rights changed after the page was opened.
  if (!destination)
    return (
      <Empty icon="lock" title="当前操作没有权限">
        您的权限已变更，不能再打开这个页面，如有需要请联系管理员。
      </Empty>
    );
  if (!screen)
    return (
      <Empty icon="info" title="页面尚未安装">
        菜单指向的页面“{destination.component || path}”不在当前版本中，请联系管理员检查菜单配置。
      </Empty>
    );
  return (
    <RouteContext value={root}>
      <LocationContext value={place}>{screen}</LocationContext>
    </RouteContext>
  );
});
