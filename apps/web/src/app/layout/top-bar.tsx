import type { MenuEntry } from '@anlan/contract/modules/access/access';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { asLeft } from '#lib/anew.ts';
import { useFirstStands } from '#lib/first-stand.ts';
import { useHolds } from '#lib/person.ts';
import { useShellSetting } from '#lib/settings.ts';
import { useSizeLevel } from '#lib/size-level.ts';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { TaskButton } from '#widgets/tasks/task-button.tsx';
import { ErrorBug } from '../error-log/error-bug.tsx';
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

// Only who answers followers has it.
const FollowerBell = later(async () => (await import('./follower-bell.tsx')).FollowerBell);

interface Props {
  product: ReturnType<typeof useBrandName>;
  roots: MenuEntry[];
  root: MenuEntry | undefined;
  folded: boolean;
  small: boolean;
  onToggle: () => void;
}

/** The bar above everything; what a phone has no room for stands in the user menu there. */
export function TopBar({ product, roots, root, folded, small, onToggle }: Props) {
  const navigate = useNavigate();
  const collapse = useShellSetting('collapse');
  const search = useShellSetting('search');
  const log = useShellSetting('log');
  const lock = useShellSetting('lock');
  const fullScreen = useShellSetting('fullScreen');
  const phone = useSizeLevel() === 0;
  const mayHear = useHolds('wxmp:wxmsg:index');
  const stands = useFirstStands();
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
        <TopMenu roots={roots} root={root} onGo={(to) => void navigate(to, { state: asLeft })} />
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
