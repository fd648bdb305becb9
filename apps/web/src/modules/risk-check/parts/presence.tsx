import { formatInstant } from '@anlan/contract/domain/instant';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { App, Button } from 'antd';
import { useState } from 'react';
import { positionNow } from '#lib/offline/shrink-photo.ts';
import { Icon } from '#ui/icon.tsx';
import type { Check } from './use-check.ts';

const words = { both: '已扫码并定位到点', qr: '已扫码到点，没有定位（仅二维码）', position: '已定位到点' } as const;

/** Records that the user is at the risk point: by the QR code there, the phone position, or both. */
export function Presence({ row, check: { isOpen, arrive } }: { row: RiskCheck; check: Check }) {
  const { message } = App.useApp();
  const [isLooking, setIsLooking] = useState(false);
  const isThere = row.proof !== null && row.proof !== 'far' && row.proof !== 'none' && row.presentAt !== null;
  const there = isThere && row.presentAt && (
    <span className="check-there">
      <Icon name="check" size={14} /> {formatInstant(row.presentAt).slice(11, 16)}{' '}
      {words[row.proof as keyof typeof words]}
    </span>
  );
  if (there && (row.proof !== 'qr' || !row.located || !isOpen)) return there;
  if (!isOpen)
    return row.far ? (
      <span className="check-missed">
        未到点：{row.presenceMetres === null ? '没有扫码和定位' : `定位离风险点约 ${row.presenceMetres} 米`}
        ，不计入按时完成
      </span>
    ) : (
      <span>没有证明到点</span>
    );
  const locate = () => {
    setIsLooking(true);
    void positionNow(8_000)
      .then((place) =>
        place ? arrive.mutateAsync(place) : void message.warning('没有取得位置，请允许定位，或扫现场的二维码'),
      )
      .catch(() => undefined)
      .finally(() => setIsLooking(false));
  };
  return (
    <>
      {there}
      {row.far && (
        <span role="alert" className="check-missed">
          未到点：定位离风险点约 {row.presenceMetres} 米，交表后不计入按时完成。请到现场再点“定位到点”
        </span>
      )}
      {!there && !row.far && <span>还没有证明到点：请扫现场告知卡上的二维码打开，否则不计入按时完成</span>}
      {row.located && (
        <Button size="small" loading={isLooking} onClick={locate}>
          定位到点
        </Button>
      )}
    </>
  );
}
