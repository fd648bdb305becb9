import type { UploadDir } from '@anlan/contract/modules/file/file';
import { useEffect, useRef, useState } from 'react';
import { isAway } from '#lib/api-error.ts';
import { newKey } from '#lib/keyed.ts';
import { files } from '#lib/shared-calls.ts';
import { Icon } from '#ui/icon.tsx';
import { fileIdOf } from '#widgets/stored-picture.tsx';
import { acceptOf, uploadProblem } from '#widgets/upload-rules.ts';
import { smaller } from './photo-size.ts';
import { Picture, type Held } from './photos.tsx';
import './photos.css';

/** Sends one file, and answers how it is called where it is kept; of one's own session where none is named. */
export type Send = (file: File, options: { signal: AbortSignal; onProgress: (share: number) => void }) => Promise<Held>;

interface Item {
  key: string;
  file: File;
  /** Picture of what is on its way. */
  preview: string;
  share: number;
  problem: string | null;
  /** Whether it may go through the next time. */
  again: boolean;
}

interface Props {
  purpose: Extract<UploadDir, 'photo' | 'evidence'>;
  most: number;
  value?: readonly Held[] | null | undefined;
  onChange?: (value: Held[]) => void;
  /** Told how many are not there yet: on their way, or failed. */
  onPending?: (count: number) => void;
  id?: string;
  label: string;
  'aria-describedby'?: string;
  send?: Send;
  /** Whether the one who uploads may look at what is stored: somebody from outside may not. */
  stored?: boolean;
}

const sendOwn =
  (purpose: Props['purpose']): Send =>
  async (file, options) => {
    const { url, name } = await files.upload(
      { file, dir: purpose, fileType: purpose === 'photo' ? 'image' : 'file' },
      { ...options, quiet: true },
    );
    return { id: fileIdOf(url), name };
  };

/** Photos or papers: taken or chosen, sent at once, and kept where the network fails until they have gone. */
export function PhotoInput(props: Props) {
  const { purpose, most, value, onChange, onPending, id, label, send = sendOwn(purpose), stored = true } = props;
  const input = useRef<HTMLInputElement>(null);
  const [items, setItems] = useState<readonly Item[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  // What is on its way is added to what stands there by then.
  const now = useRef<readonly Held[]>([]);
  useEffect(() => {
    now.current = value ?? [];
  }, [value]);
  const kept = value ?? [];
  const stops = useRef(new Map<string, AbortController>());
  useEffect(() => onPending?.(items.length), [items.length, onPending]);
  useEffect(() => {
    const all = stops.current;
    return () => all.forEach((stop) => stop.abort());
  }, []);

  const put = (key: string, change: Partial<Item>) =>
    setItems((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const drop = (key: string) => {
    stops.current.get(key)?.abort();
    stops.current.delete(key);
    setItems((all) => {
      const gone = all.find((one) => one.key === key);
      if (gone) URL.revokeObjectURL(gone.preview);
      return all.filter((one) => one.key !== key);
    });
  };
  const start = async ({ key, file }: Pick<Item, 'key' | 'file'>) => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    put(key, { problem: null, share: 0 });
    try {
      const held = await send(purpose === 'photo' ? await smaller(file) : file, {
        signal: stop.signal,
        onProgress: (share) => put(key, { share }),
      });
      now.current = [...now.current, held];
      onChange?.([...now.current]);
      drop(key);
    } catch (error) {
      if (stop.signal.aborted) return;
      const text = isAway(error) ? '没有传上去，网络恢复后再试' : error instanceof Error ? error.message : '没有传上去';
      put(key, { problem: text, again: isAway(error) });
    }
  };
  const waiting = items.filter(({ again, problem }) => again && problem !== null);
  // Whoever lost the network does not have to come back to each photo.
  useEffect(() => {
    const all = () => waiting.forEach((one) => void start(one));
    addEventListener('online', all);
    return () => removeEventListener('online', all);
  });

  const choose = (list: FileList | null) => {
    const chosen = [...(list ?? [])];
    const room = Math.max(0, most - now.current.length - items.length);
    const taken = chosen.slice(0, room);
    const refused = taken.map((file) => uploadProblem(purpose, file)).find((one) => one !== null) ?? null;
    setRefusal(chosen.length > room ? `${label}最多 ${most} 个，多选的没有加入` : refused);
    const fit = taken.filter((file) => uploadProblem(purpose, file) === null);
    const added = fit.map((file) => ({
      key: newKey(),
      file,
      preview: URL.createObjectURL(file),
      share: 0,
      problem: null,
      again: false,
    }));
    setItems((all) => [...all, ...added]);
    for (const one of added) void start(one);
  };
  const full = kept.length + items.length >= most;
  const isPhoto = purpose === 'photo';
  return (
    <div className="danger-upload" aria-describedby={props['aria-describedby']}>
      <input
        ref={input}
        type="file"
        hidden
        multiple={most > 1}
        accept={isPhoto ? 'image/png,image/jpeg' : acceptOf(purpose)}
        aria-label={label}
        onChange={({ target }) => {
          choose(target.files);
          target.value = '';
        }}
      />
      {kept.map((held) => (
        <span key={held.id} className="danger-upload-one" title={held.name}>
          {isPhoto && stored ? <Picture id={held.id} label={held.name} /> : <span>{held.name}</span>}
          <button
            type="button"
            aria-label={`移除 ${held.name}`}
            onClick={() => onChange?.(kept.filter((one) => one.id !== held.id))}
          >
            <Icon name="close" size={14} />
          </button>
        </span>
      ))}
      {items.map((one) => (
        <span key={one.key} className={`danger-upload-one ${one.problem ? 'failed' : ''}`} title={one.file.name}>
          {isPhoto ? <img src={one.preview} alt={one.file.name} /> : <span>{one.file.name}</span>}
          {one.problem === null ? (
            <progress max={1} value={one.share} aria-label={`${one.file.name}上传进度`} />
          ) : (
            one.again && (
              <button type="button" className="again" onClick={() => void start(one)}>
                重传
              </button>
            )
          )}
          <button type="button" aria-label={`移除 ${one.file.name}`} onClick={() => drop(one.key)}>
            <Icon name="close" size={14} />
          </button>
        </span>
      ))}
      {!full && (
        <button
          type="button"
          {...(id ? { id } : {})}
          className="danger-upload-add"
          aria-label={`${isPhoto ? '拍照或选择' : '选择'}${label}`}
          onClick={() => input.current?.click()}
        >
          <Icon name={isPhoto ? 'image' : 'upload'} size={20} />
          {isPhoto ? (kept.length + items.length > 0 ? '再拍' : '拍照') : '上传'}
        </button>
      )}
      <span className="danger-upload-told" role="status">
        {refusal ?? items.find(({ problem }) => problem !== null)?.problem ?? ''}
      </span>
    </div>
  );
}
