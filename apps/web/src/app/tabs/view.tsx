import { memo, Suspense, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import {
  NavigationType,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router';
import { Empty, PageBones } from '#ui/states.tsx';
import { TabScope } from '#ui/tab-scope.tsx';
import { Crumbs } from '../layout/crumbs.tsx';
import { Fence } from '../layout/fence.tsx';
import { Footer } from '../layout/footer.tsx';
import { useMenu } from '../menu-of.ts';
import { pageOf } from '../registry.ts';
import { destinationOf } from '../resolve.ts';
import { setUnsaved } from './dirty.ts';
import { placeOf, type Tab } from './rules.ts';
import { Stands } from './stands.tsx';
import { labelTab, useTabs } from './state.ts';

/** One page in its own scroll container. */
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

  // What is not displayed forgets how far it was scrolled.
  useLayoutEffect(() => {
    const view = box.current;
    if (!view) return undefined;
    // Asked only where it matters: the question makes the browser lay the whole page out at once.
    if (scrolled.current > 0) view.scrollTop = scrolled.current;
    // The browser tells of a scroll with its next picture, which may be the one without this page; and once the page
    // has begun to leave, the question would have it laid out anew.
    return useTabs.subscribe((tabs) => {
      if (tabs.active !== id) scrolled.current = view.scrollTop;
    });
  }, [id]);

  // The keyboard does not stay on a page that goes hidden: it comes along to this one, to where it was before.
  useLayoutEffect(() => {
    const view = box.current;
    const other = document.activeElement?.closest('.view') ?? view;
    if (other !== view) (left.current?.isConnected ? left.current : view)?.focus({ preventScroll: true });
    return () => {
      const at = document.activeElement;
      // Not a field, which would bring up the keys of a phone.
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
        <Fence>
          <Suspense fallback={<PageBones />}>
            <Page path={path} search={search} />
            <Stands />
          </Suspense>
        </Fence>
      </TabScope>
      <Footer />
    </div>
  );
}

const root = { outlet: null, matches: [], isDataRoute: false };

// The page stands at its tab's address and hears nothing of the window's moves: else every page that is alive, asleep
// or not, would render anew whenever somebody goes anywhere.
const Page = memo(function Page({ path, search }: { path: string; search: string }) {
  const found = destinationOf(useMenu(), path, search);
  const screen = found && pageOf(found.component);
  const place = useMemo(
    () => ({
      location: { pathname: path, search, hash: '', state: null, key: 'default', mask: undefined },
      navigationType: NavigationType.Pop,
    }),
    [path, search],
  );
  // Nobody comes to a page that is not theirs: it was, and the rights have changed since.
  if (!found)
    return (
      <Empty icon="lock" title="当前操作没有权限">
        您的权限已变更，不能再打开这个页面，如有需要请联系管理员。
      </Empty>
    );
  if (!screen)
    return (
      <Empty icon="info" title="页面尚未安装">
        菜单指向的页面“{found.component || path}”不在当前版本中，请联系管理员检查菜单配置。
      </Empty>
    );
  return (
    <RouteContext value={root}>
      <LocationContext value={place}>{screen}</LocationContext>
    </RouteContext>
  );
});
