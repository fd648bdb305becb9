import type { StoredFile as Kept } from '@anlan/contract/kit/field';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation } from '@tanstack/react-query';
import { queuePhoto, useOutbox, type WorkInfo } from '#lib/offline/outbox.ts';
import { placeNow, shrinkPhoto } from '#lib/offline/shrink-photo.ts';
import { FileStrip } from '../file-strip.tsx';
import { StoredFile } from '../stored-file.tsx';
import { KeptPicture } from './device-picture.tsx';
import './delivery.css';

interface Props {
  value: readonly Kept[];
  label: string;
  about: WorkInfo;
  most?: number;
  readOnly?: boolean;
  onChange?: (value: Kept[]) => void;
}

/** Form control for photos that works without a network: each photo is shrunk, stored on this device, then sent. */
export function KeptPhotos({ value, label, about, most = 9, readOnly = false, onChange }: Props) {
  const take = useMutation({
    mutationFn: async (photos: readonly File[]) => {
      const place = await placeNow();
      const stored: Kept[] = [];
      for (const file of photos) stored.push(await queuePhoto(await shrinkPhoto(file), 'photo', about, place));
      return stored;
    },
    onSuccess: (added) => onChange?.([...value, ...added]),
  });
  return (
    <FileStrip
      value={value}
      purpose="photo"
      label={label}
      most={most}
      counter="张"
      readOnly={readOnly}
      shown={(one, name) => <OnePhoto id={one.id} label={name} />}
      add={take.isPending ? '处理中…' : value.length > 0 ? '再拍' : '拍照'}
      busy={take.isPending}
      failed={take.error?.message ?? null}
      onTake={(photos) => take.mutate(photos)}
      onChange={onChange}
    />
  );
}

const sameText = { own: '与已有照片相同', elsewhere: '与其他单位的照片重复' } as const;

function OnePhoto({ id, label }: { id: string; label: string }) {
  const work = useOutbox(({ works }) => works.find((one) => one.id === id || one.receipt?.file?.id === id));
  if (!work) return <StoredFile url={`/upms/file/${id}`} label={label} />;
  return (
    <>
      <KeptPicture id={id} label={label} />
      {work.state === 'queued' && (
        <span className="kept-at">{formatInstant(new Date(work.at)).slice(11, 16)} 已存</span>
      )}
      {work.receipt?.same && <span className="kept-at is-same">{sameText[work.receipt.same]}</span>}
    </>
  );
}
