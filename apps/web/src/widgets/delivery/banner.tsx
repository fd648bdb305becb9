import { isPending, useOutbox } from '#lib/offline/outbox.ts';
import { lostCount, useLostWork } from '#lib/offline/pending.ts';
import { useConnectivity } from '#lib/connectivity.ts';
import { Icon } from '#ui/icon.tsx';
import { overdueOf, rivalsOf } from './ledger-rules.ts';
import { useNow } from './use-now.ts';
import './delivery.css';

export function DeliveryBanner({ onOpen }: { onOpen: () => void }) {
  const { works, unkept } = useOutbox();
  const away = useConnectivity() === 'away';
  const lost = lostCount(useLostWork().lost);
  const owed = works.filter(isPending);
  const decide = rivalsOf(works).length + works.filter(({ state }) => state === 'refused').length;
  const now = useNow();
  const { count, days } = overdueOf(works, now);
  if (!away && decide === 0 && count === 0 && unkept.length + lost === 0) return null;
  const text =
    unkept.length > 0
      ? `${unkept.length} 项没有保存，本机存储空间不足`
      : lost > 0
        ? `${lost} 项没有送出，且不在本机`
        : count > 0
          ? `${count} 项已 ${days} 天没有送出，请连接网络`
          : decide > 0
            ? `${decide} 项需要您处理`
            : owed.length > 0
              ? `离线 · 已存 ${owed.length} 项待发送`
              : '离线 · 填写的内容会先存在本机';
  return (
    <p className={`delivery-banner${count + unkept.length + lost > 0 ? ' is-late' : ''}`} role="status">
      <Icon name="alert" size={16} />
      <span>{text}</span>
      <button type="button" onClick={onOpen}>
        查看
      </button>
    </p>
  );
}
