import { uploadPurposes } from '@anlan/contract/domain/file';
import type { FilePurpose, StoredFile as Kept } from '@anlan/contract/kit/field';
import { useMutation } from '@tanstack/react-query';
import { use, useRef, useState } from 'react';
import { files } from '#lib/shared-calls.ts';
import { Icon } from '#ui/icon.tsx';
import { StoredFile } from './stored-file.tsx';
import { acceptOf, uploadProblem } from './upload-rules.ts';
import { Uploading } from './uploading.ts';
import './file-upload.css';
import './file-list.css';

interface Props {
  value?: readonly Kept[] | null | undefined;
  onChange?: (value: Kept[]) => void;
  purpose: FilePurpose;
  /** What the files are: 照片, 证据. */
  label: string;
  /** How many at most. */
  most?: number;
  id?: string;
  /** Only shown. */
  readOnly?: boolean;
}

const isPicture = ({ name }: Kept) => /\.(jpe?g|png|webp|gif)$/i.test(name);
const urlOf = ({ id }: Kept) => `/upms/file/${id}`;

/** Uploads one file for a purpose; answers it as rows carry it. */
async function sendFile(file: File, purpose: FilePurpose, signal?: AbortSignal): Promise<Kept> {
  const limitSize = Math.ceil(uploadPurposes[purpose].maxBytes / 1024);
  const fileType = purpose === 'photo' || file.type.startsWith('image/') ? 'image' : 'file';
  const options = { quiet: true, ...(signal ? { signal } : {}) };
  const { url, name } = await files.upload({ file, dir: purpose, limitSize, fileType }, options);
  return { id: url.slice(url.lastIndexOf('/') + 1), name };
}

/** Several stored files in an order: pictures as pictures, papers by their names; more are taken or chosen. */
export function FileList({ value, onChange, purpose, label, most = 9, id, readOnly = false }: Props) {
  const kept = value ?? [];
  const input = useRef<HTMLInputElement>(null);
  const tell = use(Uploading);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      const sent: Kept[] = [];
      for (const file of chosen) sent.push(await sendFile(file, purpose));
      return sent;
    },
    onMutate: () => tell(true),
    onSuccess: (sent) => onChange?.([...kept, ...sent]),
    onError: (error) => setProblem(error.message),
    onSettled: () => tell(false),
  });
  const choose = (chosen: readonly File[]) => {
    const refused = chosen.map((file) => uploadProblem(purpose, file)).find((why) => why !== null);
    const tooMany = kept.length + chosen.length > most ? `${label}最多 ${most} 个` : null;
    setProblem(refused ?? tooMany);
    if (!refused && !tooMany && chosen.length > 0) send.mutate(chosen);
  };
  if (readOnly && kept.length === 0) return null;
  return (
    <div className="file-list">
      {kept.map((one, at) => (
        <span key={one.id} className={isPicture(one) ? 'file-list-picture' : 'file-list-paper'}>
          <StoredFile url={urlOf(one)} label={`${label}${at + 1}`} />
          {!readOnly && (
            <button
              type="button"
              className="file-list-away"
              aria-label={`移除${label}${at + 1}`}
              onClick={() => onChange?.(kept.filter((other) => other !== one))}
            >
              <Icon name="close" size={12} />
            </button>
          )}
        </span>
      ))}
      {!readOnly && kept.length < most && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            multiple
            accept={acceptOf(purpose)}
            data-testid={`files-${label}`}
            onChange={({ target }) => {
              choose([...(target.files ?? [])]);
              target.value = '';
            }}
          />
          <button
            type="button"
            {...(id ? { id } : {})}
            className="file-list-add"
            disabled={send.isPending}
            onClick={() => input.current?.click()}
          >
            <Icon name={purpose === 'photo' ? 'image' : 'upload'} size={18} />
            {send.isPending ? '上传中…' : purpose === 'photo' ? '拍照' : `上传${label}`}
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
