import type { StoredFile as Kept } from '@anlan/contract/kit/field';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { photoLater, useOutbox, type About } from '#lib/kept/outbox.ts';
import { placeNow, shrunk } from '#lib/kept/shrink.ts';
import { Icon } from '#ui/icon.tsx';
import { uploadProblem } from '../upload-rules.ts';
import { StoredFile } from '../stored-file.tsx';
import { KeptPicture } from './kept-picture.tsx';
import '../file-upload.css';
import '../file-list.css';
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
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      const place = await placeNow();
      const taken: Kept[] = [];
      for (const file of chosen) taken.push(await photoLater(await shrunk(file), 'photo', about, place));
      return taken;
    },
    onSuccess: (taken) => onChange?.([...value, ...taken]),
    onError: (error) => setProblem(error.message),
  });
  const choose = (chosen: readonly File[]) => {
    const refused = chosen.map((file) => uploadProblem('photo', file)).find((why) => why !== null) ?? null;
    const tooMany = value.length + chosen.length > most ? `${label}最多 ${most} 张` : null;
    setProblem(refused ?? tooMany);
    if (!refused && !tooMany && chosen.length > 0) take.mutate(chosen);
  };
  if (readOnly && value.length === 0) return null;
  return (
    <div className="file-list">
      {value.map((one, at) => (
        <span key={one.id} className="file-list-picture">
          <OnePhoto id={one.id} label={`${label}${at + 1}`} />
          {!readOnly && (
            <button
              type="button"
              className="file-list-away"
              aria-label={`移除${label}${at + 1}`}
              onClick={() => onChange?.(value.filter((other) => other !== one))}
            >
              <Icon name="close" size={12} />
            </button>
          )}
        </span>
      ))}
      {!readOnly && value.length < most && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            multiple
            accept="image/png,image/jpeg"
            data-testid={`files-${label}`}
            onChange={({ target }) => {
              choose([...(target.files ?? [])]);
              target.value = '';
            }}
          />
          <button
            type="button"
            className="file-list-add"
            disabled={take.isPending}
            onClick={() => input.current?.click()}
          >
            <Icon name="image" size={18} />
            {take.isPending ? '处理中…' : value.length > 0 ? '再拍' : '拍照'}
          </button>
        </>
      )}
      {problem && (
        <span className="file-upload-problem" role="alert">
          {problem}
        </span>
      )}
    </div>
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
