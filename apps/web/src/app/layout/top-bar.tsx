import type { MenuEntry } from '@anlan/contract/domain/access';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { isDark, setTheme, useTheme } from '#lib/theme.ts';
import { BrandMark } from '#ui/brand-mark.tsx';
import { Icon } from '#ui/icon.tsx';
import { StoredPicture } from '#widgets/stored-picture.tsx';
import { TaskButton } from '#widgets/tasks/task-button.tsx';
import { firstPath } from '../guard-rules.ts';
import { addressOf, firstLeaf } from '../menu-rules.ts';
import { useUnitName, type useHouseName } from './use-house-name.ts';
import { UserMenu } from './user-menu.tsx';
import { chooseRoot } from './use-roots.ts';

interface Props {
  house: ReturnType<typeof useHouseName>;
  roots: MenuEntry[];
  root: MenuEntry | undefined;
  folded: boolean;
  small: boolean;
  onToggle: () => void;
}

/** The bar above everything. */
export function TopBar({ house, roots, root, folded, small, onToggle }: Props) {
  const navigate = useNavigate();
  const unit = useUnitName();
  return (
    <header className="top">
      <button
        type="button"
        className="icon-btn"
        onClick={onToggle}
        aria-label={small ? '打开菜单' : folded ? '展开菜单' : '折叠菜单'}
      >
        <Icon name={small ? 'menu' : folded ? 'unfold' : 'fold'} />
      </button>
      <button
        type="button"
        className="brand"
        onClick={() => navigate(firstPath)}
        aria-label={`${house.name}，回到首页`}
      >
        {house.logoUrl ? (
          <span className="brand-logo">
            <StoredPicture url={house.logoUrl} label={`${house.name}标志`} />
          </span>
        ) : house.face?.logo ? (
          <span className="brand-logo">
            <img src={house.face.logo} alt="" />
          </span>
        ) : (
          !house.face?.generic && <BrandMark />
        )}
        <span>{house.name}</span>
      </button>
      {small ? (
        <span className="top-menu" />
      ) : (
        <TopMenu roots={roots} root={root} onChoose={(address) => navigate(address)} />
      )}
      {unit && (
        <span className="unit" title={unit}>
          {unit}
        </span>
      )}
      <TaskButton />
      <ThemeToggle />
      <FullScreen />
      <UserMenu />
    </header>
  );
}

function TopMenu({ roots, root, onChoose }: Pick<Props, 'roots' | 'root'> & { onChoose: (address: string) => void }) {
  return (
    <nav className="top-menu" aria-label="顶部菜单">
      {roots.map((entry) => (
        <button
          key={entry.id}
          type="button"
          className={entry.id === root?.id ? 'on' : ''}
          aria-current={entry.id === root?.id ? 'true' : undefined}
          onClick={() => {
            const leaf = firstLeaf(entry);
            chooseRoot(entry.id);
            if (leaf) onChoose(addressOf(leaf));
          }}
        >
          {entry.label}
        </button>
      ))}
    </nav>
  );
}

function ThemeToggle() {
  const dark = isDark(useTheme());
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={dark ? '切换到浅色' : '切换到深色'}
      title={dark ? '切换到浅色' : '切换到深色'}
      onClick={() => setTheme({ name: dark ? 'theme-white' : 'theme-black' })}
    >
      <Icon name={dark ? 'sun' : 'moon'} />
    </button>
  );
}

function FullScreen() {
  const [full, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => (full ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return (
    <button
      type="button"
      className="icon-btn wide-only"
      aria-label={full ? '退出全屏' : '全屏'}
      title={full ? '退出全屏' : '全屏'}
      onClick={() => void toggle()}
    >
      <Icon name={full ? 'unfull' : 'fullscreen'} />
    </button>
  );
}
