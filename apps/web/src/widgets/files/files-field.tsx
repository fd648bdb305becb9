import { endingsOf, uploadPurposes } from '@anlan/contract/modules/file/file';
import type { FileRules, StoredFile } from '@anlan/contract/kit/field';
import { Button, Progress } from 'antd';
import { use, useEffect, useRef, useState, type DragEvent } from 'react';
import { ApiError, isAway } from '#lib/api-error.ts';
import { files } from '#lib/shared-calls.ts';
import { Icon } from '#ui/icon.tsx';
import { Uploading } from '../uploading.ts';
import { FileTile } from './gallery.tsx';
import { countText, isPicture, placed, problemOf, saysPicture, tooMany } from './rules.ts';
import { shrunk } from './shrink.ts';
import './files.css';

interface Props {
  rules: FileRules;
  /** What the files are, for the button: 整改前照片. */
  label: string;
  value?: readonly StoredFile[] | null | undefined;
  onChange?: (files: readonly StoredFile[]) => void;
  id?: string;
  'aria-describedby'?: string;
}

/** A file on its way, or one that did not come. */
interface Sending {
  /** When it was chosen, among the others. */
  turn: number;
  file: File;
  share: number;
  problem: string | null;
  /** Whether another try may help. */
  mayRetry: boolean;
}

// What the server has refused it refuses again, unless it was only too much at once.
const mayHelp = (error: unknown) =>
  !(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 429;
const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** Files of a form: chosen or photographed several at once, sent one after the other, kept in the order of choosing. */
export function FilesField({ rules, label, value, onChange, id, ...described }: Props) {
  const { purpose, most } = rules;
  const held = value ?? [];
  const input = useRef<HTMLInputElement>(null);
  const pick = useRef<HTMLButtonElement>(null);
  const tell = use(Uploading);
  const [sendings, setSendings] = useState<readonly Sending[]>([]);
  const onItsWay = sendings.filter(({ problem }) => problem === null).length;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  // What comes while others are on their way joins what the form holds by then.
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

  async function send(turn: number, chosen: File) {
    const { signal } = stop.current;
    if (signal.aborted) return;
    const file = saysPicture(chosen) ? await shrunk(chosen) : chosen;
    const problem = problemOf(purpose, file);
    if (problem !== null) return mark(turn, { problem });
    try {
      const limitSize = Math.ceil(uploadPurposes[purpose].maxBytes / 1024);
      const fileType = purpose === 'evidence' ? 'file' : 'image';
      const onProgress = (share: number) => mark(turn, { share });
      const made = await files.upload({ file, dir: purpose, limitSize, fileType }, { onProgress, signal, quiet: true });
      const stored = { id: idOf(made.url), name: made.name };
      latest.current.turns = new Map(latest.current.turns).set(stored.id, turn);
      setTurns(latest.current.turns);
      drop(turn);
      keep(placed(latest.current.held, stored, latest.current.turns));
    } catch (error) {
      if (signal.aborted) return;
      mark(turn, {
        problem: isAway(error) ? '网络中断，没有传上去' : error instanceof Error ? error.message : '没有传上去',
        mayRetry: mayHelp(error),
      });
    }
  }
  // One after the other: a telephone's line carries no more, and each comes whole the sooner.
  function start(turn: number, file: File) {
    tell(true);
    queue.current = queue.current.then(() => send(turn, file)).finally(() => tell(false));
  }
  function choose(chosen: readonly File[]) {
    if (chosen.length === 0) return;
    const refused = tooMany(rules, chosen.length, held.length + onItsWay);
    setRefusal(refused);
    if (refused !== null) return;
    const added = chosen.map((file) => ({
      turn: nextTurn.current++,
      file,
      share: 0,
      problem: null,
      mayRetry: false,
    }));
    setSendings((all) => [...all, ...added]);
    for (const { turn, file } of added) start(turn, file);
  }
  const again = ({ turn, file }: Sending) => {
    mark(turn, { problem: null, mayRetry: false, share: 0 });
    start(turn, file);
  };
  const remove = (file: StoredFile) => {
    setRefusal(null);
    keep(held.filter((one) => one.id !== file.id));
    // The button that was pressed goes with its file.
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
              <FileTile file={file} all={held} />
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

// A telephone offers its camera where pictures of any kind are asked for; what it takes is made JPEG before it is sent.
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
        <Progress
          percent={Math.round(share * 100)}
          size="small"
          showInfo={false}
          aria-label={`${file.name} 上传进度`}
        />
      ) : (
        <>
          <span className="files-problem" role="alert">
            {problem}
          </span>
          <span className="files-acts">
            {mayRetry && (
              <Button type="link" size="small" aria-label={`重试 ${file.name}`} onClick={onAgain}>
                重试
              </Button>
            )}
            <Button type="link" size="small" danger aria-label={`移除 ${file.name}`} onClick={onDrop}>
              移除
            </Button>
          </span>
        </>
      )}
    </li>
  );
}
