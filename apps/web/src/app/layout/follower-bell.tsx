import { useQuery } from '@tanstack/react-query';
import { Popover } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { onFrame } from '#lib/live.ts';
import { shownCount } from '#lib/red-dots.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { unreadCounts, wxKey } from '../../modules/wx-message/calls.ts';
import './dots.css';

const BellList = lazyPart(async () => (await import('../../modules/wx-message/parts/bell-list.tsx')).BellList);

/** Bell button with the unread count and the latest messages of WeChat followers (LY-15). */
export function FollowerBell() {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({ ...unreadCounts(), refetchInterval: 30_000 });
  useEffect(() => onFrame('pcRedDot', () => void client.invalidateQueries({ queryKey: wxKey })), [client]);
  const count = data?.all ?? 0;
  const label = count > 0 ? `公众号消息，${count} 条未读` : '公众号消息';
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      classNames={{ root: 'bell-popover' }}
      content={
        <Suspense fallback={null}>
          <BellList unread={count} onClose={() => setOpen(false)} />
        </Suspense>
      }
    >
      <button
        type="button"
        className="icon-btn message-icon"
        aria-label={label}
        aria-expanded={open}
        aria-haspopup="dialog"
        title={label}
      >
        <Icon name="chat" />
        {count > 0 && (
          <span className="dot-count" aria-hidden="true">
            {shownCount(count)}
          </span>
        )}
      </button>
    </Popover>
  );
}
