import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { restoresState } from '#lib/tab-navigation-state.ts';
import { useFirstPageReady } from '#lib/first-page-ready.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { useShellSetting } from '#lib/settings.ts';
import { useSizeLevel } from '#lib/size-level.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { TaskButton } from '#widgets/tasks/job-button.tsx';
import { ErrorBug } from '../error-log/error-count-button.tsx';
import { LockButton } from '../lock/lock-button.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { ThemeButton } from '../settings/theme-button.tsx';
import { Brand } from './brand.tsx';
import { EnterpriseSwitcher } from './enterprise-switcher.tsx';
import { FullScreenButton } from './full-screen.tsx';
import { MessageIcon } from './message-icon.tsx';
import { TopMenu } from './top-menu.tsx';
import type { useBrandName } from './use-brand-name.ts';
import { UserMenu } from './user-menu.tsx';
import './top-bar.css';

// Only users who answer WeChat followers see the bell, so the bell loads on demand.
const FollowerBell = lazyPart(async () => (await import('./follower-bell.tsx')).FollowerBell);

interface Props {
  product: ReturnType<typeof useBrandName>;
  roots: MenuEntry[];
  root: MenuEntry | undefined;
  folded: boolean;
  small: boolean;
  onToggle: () => void;
}

/** The top bar. On a phone, the controls that do not fit are in the user menu. */
export function TopBar({ product, roots, root, folded, small, onToggle }: Props) {
  const navigate = useNavigate();
  const collapse = useShellSetting('collapse');
  const search = useShellSetting('search');
  const log = useShellSetting('log');
  const lock = useShellSetting('lock');
  const fullScreen = useShellSetting('fullScreen');
  const phone = useSizeLevel() === 0;
  const mayHear = useHasPermit('wxmp:wxmsg:index');
  const stands = useFirstPageReady();
  return (
    <header className="top">
      {(small || collapse) && (
        <button
          type="button"
          className="icon-btn"
          onClick={onToggle}
          aria-label={small ? '打开菜单' : folded ? '展开菜单' : '折叠菜单'}
        >
          <Icon name={small ? 'menu' : folded ? 'unfold' : 'fold'} />
        </button>
      )}
      <Brand product={product} />
      {small ? (
        <span className="top-gap" />
      ) : (
        <TopMenu roots={roots} root={root} onGo={(to) => void navigate(to, { state: restoresState })} />
      )}
      {search && <SearchBox />}
      {!phone && <EnterpriseSwitcher />}
      <MessageIcon />
      {mayHear && stands && (
        <Suspense fallback={null}>
          <FollowerBell />
        </Suspense>
      )}
      <TaskButton />
      <ErrorBug always={log} />
      {lock && !phone && <LockButton />}
      {fullScreen && !phone && <FullScreenButton />}
      {!phone && <ThemeButton />}
      <UserMenu phone={phone} />
    </header>
  );
}
