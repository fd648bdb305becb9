import { endingsOf, uploadPurposes } from '@anlan/contract/modules/file/file';
import type { FileRules, StoredFile } from '@anlan/contract/kit/field';
import { use, useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import { ApiError, isAway } from '#lib/api-error.ts';
import { files } from '#lib/shared-calls.ts';
import { Icon } from '#ui/icon.tsx';
import { namedByContent } from '../upload-rules.ts';
import { Uploading } from '../upload-state.ts';
import { FileTile } from './gallery.tsx';
import { countText, isPicture, placed, problemOf, saysPicture, tooMany } from './rules.ts';
import { shrunk } from './shrink.ts';
import './files.css';

/** Uploads one file. */
export type SendFile = (
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<StoredFile>;

interface Props {
  rules: FileRules;
  label: string;
  value?: readonly StoredFile[] | null | undefined;
  onChange?: (files: readonly StoredFile[]) => void;
  /** Own upload, of a person without the right to read the stored files. */
  send?: SendFile;
  id?: string;
  'aria-describedby'?: string;
}

interface Sending {
  turn: number;
  file: File;
  share: number;
  problem: string | null;
  mayRetry: boolean;
  /** Whether the network failed. The upload then restarts when the network returns. */
  isAway: boolean;
}

// Whether a retry can succeed: a refusal by the server is final, except for a rate limit.
const mayHelp = (error: unknown) =>
  !(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 429;
const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
// The server finds photos that were sent twice by their content, so only large photos are changed.
const largeBytes = 4 * 1024 * 1024;
const isSentAsIs = (purpose: FileRules['purpose'], { size, type }: File) =>
  purpose === 'photo' && size < largeBytes && /^image\/(jpeg|png)$/.test(type);

const sendOwn =
  (purpose: FileRules['purpose']): SendFile =>
  async (file, options) => {
    const limitSize = Math.ceil(uploadPurposes[purpose].maxBytes / 1024);
    const fileType = purpose === 'evidence' ? 'file' : 'image';
    const { url, name } = await files.upload({ file, dir: purpose, limitSize, fileType }, { ...options, quiet: true });
    return { id: idOf(url), name };
  };

/** Form control for several files. They upload one by one; the value keeps the order of selection. */
export function FilesField({ rules, label, value, onChange, send: ownSend, id, ...described }: Props) {
  const { purpose, most } = rules;
  const held = value ?? [];
  const input = useRef<HTMLInputElement>(null);
  const pick = useRef<HTMLButtonElement>(null);
  const tell = use(Uploading);
  const [sendings, setSendings] = useState<readonly Sending[]>([]);
  const onItsWay = sendings.filter(({ problem }) => problem === null).length;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  // A ref to the newest value: a finished upload is added to the value the form has then.
  const [turns, setTurns] = useState<ReadonlyMap<string, number>>(new Map());
  const latest = useRef({ held, onChange, turns });
  useEffect(() => {
    latest.current = { held, onChange, turns };
  });
  const nextTurn = useRef(1);
  const queue = useRef(Promise.resolve());
  const stop = useRef(new AbortController());
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);

  const keep = (next: readonly StoredFile[]) => {
    latest.current.held = next;
    latest.current.onChange?.(next);
  };
  const drop = (turn: number) => setSendings((all) => all.filter((one) => one.turn !== turn));
  const mark = (turn: number, change: Partial<Sending>) =>
    setSendings((all) => all.map((one) => (one.turn === turn ? { ...one, ...change } : one)));

  async function send(turn: number, original: File) {
    const { signal } = stop.current;
    if (signal.aborted) return;
    const named = await namedByContent(original);
    const file = saysPicture(named) && !isSentAsIs(purpose, named) ? await shrunk(named) : named;
    const problem = problemOf(purpose, file);
    if (problem !== null) return mark(turn, { problem });
    try {
      const onProgress = (share: number) => mark(turn, { share });
      const stored = await (ownSend ?? sendOwn(purpose))(file, { onProgress, signal });
      latest.current.turns = new Map(latest.current.turns).set(stored.id, turn);
      setTurns(latest.current.turns);
      drop(turn);
      keep(placed(latest.current.held, stored, latest.current.turns));
    } catch (error) {
      if (signal.aborted) return;
      mark(turn, {
        problem: isAway(error) ? '没有传上去，网络恢复后再试' : error instanceof Error ? error.message : '没有传上去',
        mayRetry: mayHelp(error),
        isAway: isAway(error),
      });
    }
  }
  // Uploads one file after the other: on a slow phone connection the first files then finish sooner.
  function start(turn: number, file: File) {
    tell(true);
    queue.current = queue.current.then(() => send(turn, file)).finally(() => tell(false));
  }
  function choose(newFiles: readonly File[]) {
    if (newFiles.length === 0) return;
    const refused = tooMany(rules, newFiles.length, held.length + onItsWay);
    setRefusal(refused);
    if (refused !== null) return;
    const added = newFiles.map((file) => ({
      turn: nextTurn.current++,
      file,
      share: 0,
      problem: null,
      mayRetry: false,
      isAway: false,
    }));
    setSendings((all) => [...all, ...added]);
    for (const { turn, file } of added) start(turn, file);
  }
  const again = ({ turn, file }: Sending) => {
    mark(turn, { problem: null, mayRetry: false, isAway: false, share: 0 });
    start(turn, file);
  };
  const retryAll = useEffectEvent(() => sendings.filter((one) => one.isAway).forEach(again));
  useEffect(() => {
    const retry = () => retryAll();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, []);
  const remove = (file: StoredFile) => {
    setRefusal(null);
    keep(held.filter((one) => one.id !== file.id));
    // Moves the focus to the file button, because the pressed button disappears with its file.
    pick.current?.focus();
  };
  const turnOf = (file: StoredFile) => turns.get(file.id) ?? 0;
  const tiles = [
    ...held.map((file) => ({ turn: turnOf(file), file, sending: null })),
    ...sendings.map((sending) => ({ turn: sending.turn, file: null, sending })),
  ].sort((one, other) => one.turn - other.turn);
  const isFull = held.length + onItsWay >= most;
  const dragged = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      choose([...event.dataTransfer.files]);
    },
  };
  return (
    <div className={over ? 'files-field files-over' : 'files-field'} role="group" aria-label={label} {...dragged}>
      <input
        ref={input}
        type="file"
        hidden
        multiple={most > 1}
        accept={acceptOf(purpose)}
        onChange={({ target }) => {
          choose([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <ul className="files">
        {tiles.map(({ turn, file, sending }) =>
          file ? (
            <li key={file.id}>
              {ownSend ? (
                <span className="files-tile files-paper">{file.name}</span>
              ) : (
                <FileTile file={file} all={held} />
              )}
              <button
                type="button"
                className="files-remove"
                aria-label={`移除 ${file.name}`}
                onClick={() => remove(file)}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ) : (
            <SendingTile key={turn} of={sending} onAgain={() => again(sending)} onDrop={() => drop(turn)} />
          ),
        )}
        {!isFull && (
          <li>
            <button
              ref={pick}
              type="button"
              className="files-add"
              {...(id ? { id } : {})}
              {...described}
              aria-label={`上传${label}`}
              onClick={() => input.current?.click()}
            >
              <Icon name={purpose === 'evidence' ? 'upload' : 'image'} size={20} />
              <span>上传</span>
            </button>
          </li>
        )}
      </ul>
      <span className="files-count" role="status">
        {countText(rules, held.length, onItsWay)}
      </span>
      {refusal && (
        <span className="files-problem" role="alert">
          {refusal}
        </span>
      )}
    </div>
  );
}

// When all image types are accepted, a phone offers its camera. Photos in other formats are converted to JPEG.
const acceptOf = (purpose: FileRules['purpose']) =>
  purpose === 'evidence'
    ? endingsOf(uploadPurposes[purpose].kinds)
        .map((ending) => `.${ending}`)
        .join(',')
    : 'image/jpeg,image/png,.jpg,.jpeg,.png';

function SendingTile({ of, onAgain, onDrop }: { of: Sending; onAgain: () => void; onDrop: () => void }) {
  const { file, share, problem, mayRetry } = of;
  return (
    <li className={problem === null ? 'files-sending' : 'files-sending files-failed'}>
      <span className="files-name" title={file.name}>
        <Icon name={isPicture(file) ? 'image' : 'file'} size={16} />
        {file.name}
      </span>
      {problem === null ? (
        <progress max={1} value={share} aria-label={`${file.name} 上传进度`} />
      ) : (
        <>
          <span className="files-problem" role="alert">
            {problem}
          </span>
          <span className="files-acts">
            {mayRetry && (
              <button type="button" className="link" aria-label={`重试 ${file.name}`} onClick={onAgain}>
                重试
              </button>
            )}
            <button type="button" className="link bad" aria-label={`移除 ${file.name}`} onClick={onDrop}>
              移除
            </button>
          </span>
        </>
      )}
    </li>
  );
}
