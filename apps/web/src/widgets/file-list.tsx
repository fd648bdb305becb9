import { uploadPurposes } from '@anlan/contract/modules/file/file';
import type { FilePurpose, StoredFile as Kept } from '@anlan/contract/kit/field';
import { useMutation } from '@tanstack/react-query';
import { use } from 'react';
import { files } from '#lib/shared-calls.ts';
import { FileStrip } from './file-strip.tsx';
import { StoredFile } from './stored-file.tsx';
import { Uploading } from './upload-state.ts';

interface Props {
  value?: readonly Kept[] | null | undefined;
  onChange?: (value: Kept[]) => void;
  purpose: FilePurpose;
  label: string;
  most?: number;
  id?: string;
  readOnly?: boolean;
}

const isPicture = ({ name }: Kept) => /\.(jpe?g|png|webp|gif)$/i.test(name);
const urlOf = ({ id }: Kept) => `/upms/file/${id}`;

async function sendFile(file: File, purpose: FilePurpose, signal?: AbortSignal): Promise<Kept> {
  const limitSize = Math.ceil(uploadPurposes[purpose].maxBytes / 1024);
  const fileType = purpose === 'photo' || file.type.startsWith('image/') ? 'image' : 'file';
  const options = { quiet: true, ...(signal ? { signal } : {}) };
  const { url, name } = await files.upload({ file, dir: purpose, limitSize, fileType }, options);
  return { id: url.slice(url.lastIndexOf('/') + 1), name };
}

export function FileList({ value, onChange, purpose, label, most = 9, id, readOnly = false }: Props) {
  const storedFiles = value ?? [];
  const tell = use(Uploading);
  const send = useMutation({
    mutationFn: async (newFiles: readonly File[]) => {
      const sent: Kept[] = [];
      for (const file of newFiles) sent.push(await sendFile(file, purpose));
      return sent;
    },
    onMutate: () => tell(true),
    onSuccess: (sent) => onChange?.([...storedFiles, ...sent]),
    onSettled: () => tell(false),
  });
  return (
    <FileStrip
      value={storedFiles}
      purpose={purpose}
      label={label}
      most={most}
      counter="个"
      id={id}
      readOnly={readOnly}
      isPicture={isPicture}
      shown={(one, name) => <StoredFile url={urlOf(one)} label={name} />}
      add={send.isPending ? '上传中…' : purpose === 'photo' ? '拍照' : `上传${label}`}
      busy={send.isPending}
      failed={send.error?.message ?? null}
      onTake={(newFiles) => send.mutate(newFiles)}
      onChange={onChange}
    />
  );
}
