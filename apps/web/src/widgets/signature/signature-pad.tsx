import type { StoredFile as Kept } from '@anlan/contract/kit/field';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';
import { shrinkPhoto } from '#lib/offline/shrink-photo.ts';
import { KeptPicture } from '#widgets/delivery/device-picture.tsx';
import { namedByContent } from '../upload-rules.ts';
import './signature-pad.css';

type Point = readonly [x: number, y: number];
interface Props {
  name: string;
  value: Kept | null;
  /** Uploads the picture, or stores it on this device for later. Returns the value for the form field. */
  keep: (picture: File) => Promise<Kept>;
  onChange: (value: Kept | null) => void;
}

/**
 * The height of the pad in pixels. Points are stored as fractions of the width, so rotating the phone loses nothing.
 */
const height = 160;

function draw(canvas: HTMLCanvasElement, strokes: readonly (readonly Point[])[]) {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  pen.scale(ratio, ratio);
  // Black on white in every theme, because the signature is printed.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.strokeStyle = '#16202e';
  pen.lineWidth = 2.4;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  for (const stroke of strokes) {
    pen.beginPath();
    stroke.forEach(([x, y], at) => (at === 0 ? pen.moveTo(x * width, y) : pen.lineTo(x * width, y)));
    if (stroke.length === 1 && stroke[0]) pen.lineTo(stroke[0][0] * width + 0.5, stroke[0][1]);
    pen.stroke();
  }
}

const pictureOf = (canvas: HTMLCanvasElement): Promise<File> =>
  new Promise((done, fail) =>
    canvas.toBlob((blob) => {
      if (blob) done(new File([blob], '签名.png', { type: 'image/png' }));
      else fail(new Error('签名没有生成，请重新签名'));
    }, 'image/png'),
  );

export function SignaturePad({ name, value, keep, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const strokes = useRef<Point[][]>([]);
  const [isEmpty, setIsEmpty] = useState(true);
  const again = useCallback(() => {
    if (canvas.current) draw(canvas.current, strokes.current);
  }, []);
  useEffect(() => {
    const node = canvas.current;
    if (!node) return undefined;
    // A resized canvas loses its content, so the signature is drawn again.
    let width = 0;
    const watch = new ResizeObserver(() => {
      if (node.clientWidth === width) return;
      width = node.clientWidth;
      again();
    });
    watch.observe(node);
    return () => watch.disconnect();
  }, [again, value]);
  const send = useMutation({
    mutationFn: async (file: File | null) => {
      if (file) return keep(await shrinkPhoto(await namedByContent(file)));
      if (!canvas.current) throw new Error('请重新签名');
      return keep(await pictureOf(canvas.current));
    },
    onSuccess: onChange,
  });
  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): Point => {
    const box = currentTarget.getBoundingClientRect();
    return [(clientX - box.left) / box.width, clientY - box.top];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    strokes.current.push([pointOf(event)]);
    setIsEmpty(false);
    again();
  };
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    const last = strokes.current.at(-1);
    if (!last || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    last.push(pointOf(event));
    again();
  };
  const clear = () => {
    strokes.current = [];
    setIsEmpty(true);
    again();
  };
  if (value)
    return (
      <div className="sign">
        <span className="sign-done">
          <KeptPicture id={value.id} label={`${name}的签名`} />
        </span>
        <Button size="small" onClick={() => onChange(null)}>
          重新签名
        </Button>
      </div>
    );
  return (
    <div className="sign">
      <canvas
        ref={canvas}
        className="sign-pad"
        aria-label={`${name}签名区，用手指或鼠标书写`}
        role="img"
        onPointerDown={begin}
        onPointerMove={go}
      />
      <div className="sign-acts">
        <Button size="small" disabled={isEmpty} onClick={clear}>
          清除
        </Button>
        <Button size="small" onClick={() => input.current?.click()}>
          上传签名图片
        </Button>
        <Button
          size="small"
          type="primary"
          disabled={isEmpty}
          loading={send.isPending}
          onClick={() => send.mutate(null)}
        >
          确认签名
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) send.mutate(file);
            target.value = '';
          }}
        />
      </div>
      {send.error && (
        <span className="file-upload-problem" role="alert">
          {send.error.message}
        </span>
      )}
    </div>
  );
}
