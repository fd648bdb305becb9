import { formatInstant } from '@anlan/contract/domain/instant';
import type { RepairView } from '@anlan/contract/modules/danger/views';
import { useCallback, useEffect, useState, type FormEvent } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { PhotoInput, type Send } from '../parts/photo-input.tsx';
import type { Held } from '../parts/photos.tsx';
import { keyIn, openRepair, sendNote, sendPhoto } from './calls.ts';
import '#widgets/outside.css';
import './repair.css';

const draftName = 'anlan-repair-note';
const recalled = () => {
  try {
    return sessionStorage.getItem(draftName) ?? '';
  } catch {
    return '';
  }
};
const remember = (text: string) => {
  try {
    sessionStorage.setItem(draftName, text);
  } catch {
    // What cannot be kept stands in the field all the same.
  }
};

/** One danger for whoever was sent a link: what it is, and what was done about it. */
export function Repair() {
  const [key] = useState(() => keyIn(location.hash));
  const [view, setView] = useState<RepairView>();
  const [problem, setProblem] = useState<string | null>(key ? null : '链接不完整，请向发给您的人重新索取');
  const [round, setRound] = useState(0);
  const read = useCallback(() => {
    if (!key) return;
    openRepair(key).then(setView, (error: unknown) => setProblem(messageOf(error)));
  }, [key]);
  useEffect(read, [read]);
  return (
    <main className="outside repair">
      <header>
        <b>隐患维修</b>
        {view && <span>{view.name}</span>}
      </header>
      {problem && !view && (
        <section role="alert" className="repair-none">
          <h1>链接打不开</h1>
          <p>{problem}</p>
          <p>链接可能已到期或被撤销，请联系发给您链接的企业。</p>
        </section>
      )}
      {!problem && !view && <p role="status">正在读取…</p>}
      {view && key && (
        <>
          <section>
            <h1>{view.title}</h1>
            <dl>
              <dt>单位</dt>
              <dd>{view.enterpriseName}</dd>
              <dt>部位</dt>
              <dd>{view.place}</dd>
              <dt>编号</dt>
              <dd>{view.no}</dd>
              <dt>期限</dt>
              <dd>{view.deadlineOn}</dd>
              {view.description && (
                <>
                  <dt>说明</dt>
                  <dd>{view.description}</dd>
                </>
              )}
            </dl>
          </section>
          <NoteForm
            key={round}
            link={key}
            onSent={() => {
              setRound(round + 1);
              read();
            }}
          />
          {view.entries.length > 0 && (
            <section aria-label="已提交">
              <h2>已提交</h2>
              <ul>
                {view.entries.map((entry) => (
                  <li key={entry.at.getTime()}>
                    <small>
                      {formatInstant(entry.at).slice(0, 16)}
                      {entry.photos > 0 && ` · 照片 ${entry.photos} 张`}
                    </small>
                    {entry.note}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <p className="repair-foot">
            链接 {formatInstant(view.expiresAt).slice(0, 16)} 前有效，只能查看和填写这一条。
          </p>
        </>
      )}
    </main>
  );
}

function NoteForm({ link, onSent }: { link: NonNullable<ReturnType<typeof keyIn>>; onSent: () => void }) {
  const [photos, setPhotos] = useState<Held[]>([]);
  const [pending, setPending] = useState(0);
  const [note, setNote] = useState(recalled);
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const send = useCallback<Send>((file, options) => sendPhoto(link, file, options), [link]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (note.trim() === '') {
      setProblem('请填写维修说明');
      return;
    }
    setSending(true);
    setProblem(null);
    sendNote(link, { note: note.trim(), photos: photos.map(({ id }) => id) })
      .then(
        () => {
          remember('');
          onSent();
        },
        (error: unknown) => setProblem(messageOf(error)),
      )
      .finally(() => setSending(false));
  };
  return (
    <form className="outside-sheet" onSubmit={submit} aria-label="填写维修情况">
      <h2>维修照片</h2>
      <PhotoInput
        purpose="photo"
        most={9}
        label="维修照片"
        stored={false}
        value={photos}
        onChange={setPhotos}
        onPending={setPending}
        send={send}
      />
      <label htmlFor="repair-note">维修说明</label>
      <textarea
        id="repair-note"
        rows={4}
        maxLength={500}
        value={note}
        placeholder="做了什么、换了什么、是否已经修好"
        onChange={({ target }) => {
          setNote(target.value);
          remember(target.value);
        }}
      />
      {problem && <p role="alert">{problem}</p>}
      <button type="submit" className="btn main big" disabled={sending || pending > 0}>
        {sending ? '正在提交…' : pending > 0 ? `还有 ${pending} 张照片没有传完` : '提交'}
      </button>
    </form>
  );
}
