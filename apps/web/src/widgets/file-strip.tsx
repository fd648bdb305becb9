import type { FilePurpose, StoredFile as Kept } from '@anlan/contract/kit/field';
import { useRef, useState, type ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';
import { acceptOf, uploadProblem } from './upload-rules.ts';
import './file-upload.css';
import './file-list.css';

interface Props {
  value: readonly Kept[];
  purpose: FilePurpose;
  /** What the files are: 照片, 证据. */
  label: string;
  /** How many at most, and what one is counted by. */
  most: number;
  counter: '个' | '张';
  id?: string | undefined;
  /** Only shown. */
  readOnly: boolean;
  /** One file, as it is shown. */
  shown: (file: Kept, label: string) => ReactNode;
  isPicture?: (file: Kept) => boolean;
  /** What the button says. */
  add: string;
  busy: boolean;
  /** What went wrong with what was taken last. */
  failed: string | null;
  onTake: (chosen: readonly File[]) => void;
  onChange: ((value: Kept[]) => void) | undefined;
}

/** Files in an order, each of which may be taken out again, with a button that takes more. */
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
  const choose = (chosen: readonly File[]) => {
    const why = chosen.map((file) => uploadProblem(purpose, file)).find((one) => one !== null) ?? null;
    const tooMany = value.length + chosen.length > most ? `${label}最多 ${most} ${counter}` : null;
    setRefused(why ?? tooMany);
    if (!why && !tooMany && chosen.length > 0) onTake(chosen);
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
              choose([...(target.files ?? [])]);
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
