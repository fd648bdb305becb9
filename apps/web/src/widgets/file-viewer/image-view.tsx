import { Button } from 'antd';
import { useState } from 'react';

const steps = [25, 50, 75, 100, 150, 200, 300, 400] as const;

export function ImageView({ url, name, onBroken }: { url: string; name: string; onBroken: () => void }) {
  // Zoom in percent of the original size; null fits the picture to the frame.
  const [percent, setPercent] = useState<number | null>(null);
  const [turns, setTurns] = useState(0);
  const [own, setOwn] = useState({ width: 0, height: 0 });
  const now = percent ?? 100;
  const larger = steps.find((step) => step > now);
  const smaller = steps.findLast((step) => step < now);
  const lying = turns % 2 === 1;
  const [width, height] = [(own.width * now) / 100, (own.height * now) / 100];
  return (
    <div className="viewer-image">
      <div className="viewer-tools" role="toolbar" aria-label="图片操作">
        <Button size="small" disabled={smaller === undefined} onClick={() => setPercent(smaller ?? now)}>
          缩小
        </Button>
        <span aria-live="polite">{percent === null ? '适应窗口' : `${percent}%`}</span>
        <Button size="small" disabled={larger === undefined} onClick={() => setPercent(larger ?? now)}>
          放大
        </Button>
        <Button size="small" onClick={() => setTurns((turns + 1) % 4)}>
          旋转
        </Button>
        <Button
          size="small"
          disabled={percent === null && turns === 0}
          onClick={() => {
            setPercent(null);
            setTurns(0);
          }}
        >
          还原
        </Button>
      </div>
      {/* Focusable, so that the keyboard can scroll a large picture. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="viewer-frame" tabIndex={0} role="group" aria-label="图片">
        <div
          className={percent === null ? 'fits' : ''}
          // CSS rotation does not change the layout size, so the box swaps width and height.
          style={percent === null ? {} : lying ? { width: height, height: width } : { width, height }}
        >
          <img
            src={url}
            alt={name}
            className={lying ? 'lies' : ''}
            style={{ rotate: `${turns * 90}deg`, ...(percent === null ? {} : { width, height }) }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setOwn({ width: naturalWidth, height: naturalHeight })
            }
            onError={onBroken}
          />
        </div>
      </div>
    </div>
  );
}
