import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ownShops } from '#modules/session-own/calls.ts';
import { DropMenu } from '#ui/drop-menu.tsx';
import { Icon } from '#ui/icon.tsx';
import { openDialog } from '../dialogs.ts';
import { useSwitching } from '../use-enterprise-switch.ts';

const shownMost = 6;

export function EnterpriseMenu({ here }: { here: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isRequested, setIsRequested] = useState(false);
  const { data = [], error } = useQuery({ ...ownShops, enabled: isRequested });
  const { begin } = useSwitching();
  const all = { key: 'all', icon: <Icon name="search" size={16} />, label: `查找企业（共 ${data.length} 家）` };
  const shown = [...data.filter(({ current }) => current), ...data.filter(({ current }) => !current)].slice(
    0,
    shownMost,
  );
  return (
    <DropMenu
      within=".top"
      placement="bottomRight"
      items={[
        ...(data.length === 0
          ? [
              {
                key: error ? 'all' : 'wait',
                disabled: !error,
                label: error ? '暂时读不到，打开列表重试' : '正在读取企业…',
              },
            ]
          : []),
        ...shown.map(({ id, name, current }) => ({
          key: id,
          label: (
            <span className="top-shop">
              <span>{name}</span>
              {current && <small>当前</small>}
            </span>
          ),
          icon: <Icon name={current ? 'check' : 'building'} size={16} />,
        })),
        ...(data.length > shownMost ? [{ type: 'divider' as const }, all] : []),
      ]}
      onChoose={(key) => {
        const shop = data.find(({ id }) => id === key);
        if (shop?.current) return;
        if (shop) begin(shop, button.current);
        else openDialog('switch-enterprise', button.current);
      }}
    >
      <button
        ref={button}
        type="button"
        className="unit switch"
        aria-label={`当前企业 ${here}，切换企业`}
        title={here}
        onPointerEnter={() => setIsRequested(true)}
        onFocus={() => setIsRequested(true)}
        onClick={() => setIsRequested(true)}
      >
        <span className="unit-name" title={here}>
          {here}
        </span>
        <Icon name="down" size={14} />
      </button>
    </DropMenu>
  );
}
