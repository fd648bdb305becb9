import type { FilePurpose, StoredFile as Kept } from '@anlan/contract/kit/field';
import { useRef, useState, type ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';
import { acceptOf, namedByContent, uploadProblem } from './upload-rules.ts';
import './file-upload.css';
import './file-list.css';

interface Props {
  value: readonly Kept[];
  purpose: FilePurpose;
  label: string;
  most: number;
  counter: '个' | '张';
  id?: string | undefined;
  readOnly: boolean;
  shown: (file: Kept, label: string) => ReactNode;
  isPicture?: (file: Kept) => boolean;
  add: string;
  busy: boolean;
  failed: string | null;
  onTake: (chosen: readonly File[]) => void;
  onChange: ((value: Kept[]) => void) | undefined;
}

export function FileStrip({
  value,
  purpose,
  label,
  most,
  counter,
  id,
  readOnly,
  shown,
  isPicture = () => true,
  add,
  busy,
  failed,
  onTake,
  onChange,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const choose = async (selection: readonly File[]) => {
    const newFiles = await Promise.all(selection.map(namedByContent));
    const why = newFiles.map((file) => uploadProblem(purpose, file)).find((one) => one !== null) ?? null;
    const tooMany = value.length + newFiles.length > most ? `${label}最多 ${most} ${counter}` : null;
    setRefused(why ?? tooMany);
    if (!why && !tooMany && newFiles.length > 0) onTake(newFiles);
  };
  if (readOnly && value.length === 0) return null;
  const problem = refused ?? failed;
  return (
    <div className="file-list">
      {value.map((one, at) => (
        <span key={one.id} className={isPicture(one) ? 'file-list-picture' : 'file-list-paper'}>
          {shown(one, `${label}${at + 1}`)}
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
            accept={acceptOf(purpose)}
            data-testid={`files-${label}`}
            onChange={({ target }) => {
              void choose([...(target.files ?? [])]);
              target.value = '';
            }}
          />
          <button
            type="button"
            {...(id ? { id } : {})}
            className="file-list-add"
            disabled={busy}
            onClick={() => input.current?.click()}
          >
            <Icon name={purpose === 'photo' ? 'image' : 'upload'} size={18} />
            {add}
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
