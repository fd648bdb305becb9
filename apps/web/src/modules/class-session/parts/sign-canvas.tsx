import { Button } from 'antd';
import { useRef, useState, type PointerEvent } from 'react';

interface Props {
  isSending: boolean;
  onSign: (picture: File) => void;
}

/** A place to sign with a finger: ink on white in every theme. */
export function SignCanvas({ isSending, onSign }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isEmpty, setEmpty] = useState(true);
  const pen = () => {
    const node = canvas.current;
    const found = node?.getContext('2d');
    if (!node || !found) return null;
    const ratio = window.devicePixelRatio || 1;
    if (isEmpty) {
      // Set at the first stroke alone: setting the size clears what is drawn.
      node.width = node.clientWidth * ratio;
      node.height = node.clientHeight * ratio;
      found.fillStyle = '#fff';
      found.fillRect(0, 0, node.width, node.height);
      found.scale(ratio, ratio);
      found.strokeStyle = '#16202e';
      found.lineWidth = 2.4;
      found.lineCap = 'round';
      found.lineJoin = 'round';
    }
    return found;
  };
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const box = currentTarget.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top] as const;
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const found = pen();
    found?.beginPath();
    found?.moveTo(...placeOf(event));
    setEmpty(false);
  };
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const found = canvas.current?.getContext('2d');
    found?.lineTo(...placeOf(event));
    found?.stroke();
  };
  const clear = () => {
    const node = canvas.current;
    if (node) node.width = node.clientWidth;
    setEmpty(true);
  };
  const confirm = () =>
    canvas.current?.toBlob((blob) => {
      if (blob) onSign(new File([blob], '签名.png', { type: 'image/png' }));
    }, 'image/png');
  return (
    <div className="session-sign">
      <canvas ref={canvas} role="img" aria-label="签名区，用手指或鼠标书写" onPointerDown={begin} onPointerMove={go} />
      <div>
        <Button disabled={isEmpty} onClick={clear}>
          清除
        </Button>
        <Button type="primary" disabled={isEmpty} loading={isSending} onClick={confirm}>
          确认签名
        </Button>
      </div>
    </div>
  );
}
