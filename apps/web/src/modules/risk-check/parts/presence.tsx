import { formatInstant } from '@anlan/contract/domain/instant';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { App, Button } from 'antd';
import { useState } from 'react';
import { placeNow } from '#lib/kept/shrink.ts';
import { Icon } from '#ui/icon.tsx';
import type { Check } from './use-check.ts';

const words = { qr: '已扫码到点', position: '已定位到点' } as const;

/** How it is shown that somebody was at the point; by the posted QR code, or by where the phone is. */
export function Presence({ row, check: { isOpen, arrive } }: { row: RiskCheck; check: Check }) {
  const { message } = App.useApp();
  const [isLooking, setLooking] = useState(false);
  if ((row.presence === 'qr' || row.presence === 'position') && row.presentAt)
    return (
      <span className="check-there">
        <Icon name="check" size={14} /> {formatInstant(row.presentAt).slice(11, 16)} {words[row.presence]}
      </span>
    );
  if (!isOpen) return <span>没有证明到点</span>;
  const locate = () => {
    setLooking(true);
    void placeNow(8_000)
      .then((place) =>
        place ? arrive.mutateAsync(place) : void message.warning('没有取得位置，请允许定位，或扫现场的二维码'),
      )
      .catch(() => undefined)
      .finally(() => setLooking(false));
  };
  return (
    <>
      <span>扫现场告知卡上的二维码打开，可记录到点</span>
      {row.located && (
        <Button size="small" loading={isLooking} onClick={locate}>
          定位到点
        </Button>
      )}
    </>
  );
}
