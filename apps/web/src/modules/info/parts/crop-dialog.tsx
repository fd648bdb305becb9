import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Slider } from 'antd';
import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { TabModal } from '#ui/tab-modal.tsx';
import { ownKey, saveOwn, sendPortrait } from '../calls.ts';

const side = 256;

async function cut(address: string, { x, y, width, height }: Area): Promise<File> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('浏览器不支持裁剪图片');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, side, side);
  pen.drawImage(picture, x, y, width, height, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
  if (!blob) throw new Error('图片裁剪失败，请换一张');
  return new File([blob], 'avatar.jpg', { type: 'image/jpeg' });
}

export function CropDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [address] = useState(() => URL.createObjectURL(file));
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const save = useMutation({
    mutationFn: async () => {
      if (!area) throw new Error('图片还没有读完，请稍候');
      await saveOwn({ avatar: await sendPortrait(await cut(address, area)) });
    },
    onSuccess: async () => {
      void message.success('头像已更新');
      onClose();
      await client.invalidateQueries({ queryKey: ownKey });
    },
  });
  return (
    <TabModal
      open
      title="裁剪头像"
      okText="使用"
      cancelText="取消"
      okButtonProps={{ loading: save.isPending, disabled: !area || broken }}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      <div className="info-crop">
        {save.error && <Alert type="error" showIcon title={save.error.message} />}
        {broken ? (
          <Alert type="error" showIcon title="图片打不开，请换一张" />
        ) : (
          <>
            <div className="info-crop-stage">
              <Cropper
                image={address}
                crop={crop}
                zoom={zoom}
                aspect={1}
                cropShape="round"
                showGrid={false}
                disableAutomaticStylesInjection
                mediaProps={{ alt: '待裁剪的图片', onError: () => setBroken(true) }}
                onCropChange={setCrop}
                onZoomChange={setZoom}
                onCropComplete={(_share, pixels) => setArea(pixels)}
              />
            </div>
            <div className="info-crop-zoom">
              <span id="info-zoom">缩放</span>
              <Slider
                min={1}
                max={3}
                step={0.05}
                value={zoom}
                onChange={setZoom}
                tooltip={{ open: false }}
                ariaLabelledByForHandle="info-zoom"
              />
            </div>
            <p className="sub">拖动图片调整位置；也可以用方向键移动。</p>
          </>
        )}
      </div>
    </TabModal>
  );
}
