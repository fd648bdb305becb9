import type { StoredFile as Kept } from '@anlan/contract/kit/field';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation } from '@tanstack/react-query';
import { photoLater, useOutbox, type About } from '#lib/kept/outbox.ts';
import { placeNow, shrunk } from '#lib/kept/shrink.ts';
import { FileStrip } from '../file-strip.tsx';
import { StoredFile } from '../stored-file.tsx';
import { KeptPicture } from './kept-picture.tsx';
import './delivery.css';

interface Props {
  value: readonly Kept[];
  label: string;
  about: About;
  most?: number;
  readOnly?: boolean;
  onChange?: (value: Kept[]) => void;
}

/** Photos that are taken with or without a network: small, kept here first, sent in their turn. */
export function KeptPhotos({ value, label, about, most = 9, readOnly = false, onChange }: Props) {
  const take = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      const place = await placeNow();
      const taken: Kept[] = [];
      for (const file of chosen) taken.push(await photoLater(await shrunk(file), 'photo', about, place));
      return taken;
    },
    onSuccess: (taken) => onChange?.([...value, ...taken]),
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
      onTake={(chosen) => take.mutate(chosen)}
      onChange={onChange}
    />
  );
}

const sameText = { own: '与已有照片相同', elsewhere: '与其他单位的照片重复' } as const;

/** One photo; as long as it is here alone it says since when. */
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
