import { formatInstant } from '@anlan/contract/domain/instant';
import type { StoredFile } from '@anlan/contract/kit/field';
import type { RepairView } from '@anlan/contract/modules/danger/views';
import { useCallback, useEffect, useState, type FormEvent } from 'react';
import * as z from 'zod/mini';
import { messageOf } from '#lib/api-error.ts';
import { loadItem, saveItem } from '#lib/storage.ts';
import { FilesField } from '#widgets/files/files-field.tsx';
import { Uploading, useUploading } from '#widgets/upload-state.ts';
import { keyIn, openRepair, sendNote, sendPhoto } from './calls.ts';
import '#widgets/outside.css';
import './repair.css';

const photoRules = { purpose: 'photo', least: 0, most: 9 } as const;
const draftName = 'repair-note';
const remember = (text: string) => saveItem('session', draftName, text);

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
  const [photos, setPhotos] = useState<readonly StoredFile[]>([]);
  const { isUploading, tell } = useUploading();
  const [note, setNote] = useState(() => loadItem('session', draftName, z.string()) ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
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
      <Uploading value={tell}>
        <FilesField rules={photoRules} label="维修照片" value={photos} onChange={setPhotos} send={sendPhoto(link)} />
      </Uploading>
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
      <button type="submit" className="btn main big" disabled={sending || isUploading}>
        {sending ? '正在提交…' : isUploading ? '照片正在上传，请稍候' : '提交'}
      </button>
    </form>
  );
}
