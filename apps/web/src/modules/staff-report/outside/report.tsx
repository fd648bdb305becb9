import type { ReportView } from '@anlan/contract/modules/staff-report/views';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { shrinkPhoto } from '#lib/offline/shrink-photo.ts';
import { Icon } from '#ui/icon.tsx';
import { namedByContent, uploadProblem } from '#widgets/upload-rules.ts';
import { keyIn, openCode, sendPhoto, sendReport, type CodeKey } from './calls.ts';
import '#widgets/outside.css';
import './report.css';

/** 员工举报: public report form. The reporter may stay anonymous. */
export function Report() {
  const [key] = useState(() => keyIn(location.hash));
  const [view, setView] = useState<ReportView>();
  const [problem, setProblem] = useState<string | null>(key ? null : '举报码不完整，请重新扫码');
  const [no, setNo] = useState<string | null>(null);
  useEffect(() => {
    if (key) openCode(key).then(setView, (error: unknown) => setProblem(messageOf(error)));
  }, [key]);
  return (
    <main className="outside report">
      <header>
        <h1>举报安全隐患</h1>
        {view && (
          <span>
            {view.enterpriseName} · {view.name}
          </span>
        )}
      </header>
      {problem && !view && (
        <section role="alert">
          <h2>暂时不能举报</h2>
          <p>{problem}</p>
        </section>
      )}
      {!problem && !view && <p role="status">正在读取…</p>}
      {view && key && no === null && <Form code={key} onSent={setNo} />}
      {no !== null && (
        <section role="status" className="report-done">
          <h2>已收到您的举报</h2>
          <p>
            举报编号 <b>{no}</b>，请截图保存，可凭编号向企业安全管理人员询问处理结果和奖励。
          </p>
          <button type="button" className="btn" onClick={() => setNo(null)}>
            再报一件
          </button>
        </section>
      )}
    </main>
  );
}

interface Shot {
  id: string;
  name: string;
  preview: string;
}
const photosMost = 9;

function Form({ code, onSent }: { code: CodeKey; onSent: (no: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [shots, setShots] = useState<readonly Shot[]>([]);
  const [sendingPhotos, setSendingPhotos] = useState(0);
  const [isAnonymous, setIsAnonymous] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const take = async (pickedFiles: readonly File[]) => {
    setProblem(null);
    for (const pickedFile of pickedFiles.slice(0, photosMost - shots.length)) {
      const file = await namedByContent(pickedFile);
      const refused = uploadProblem('photo', file);
      if (refused) {
        setProblem(refused);
        continue;
      }
      setSendingPhotos((count) => count + 1);
      try {
        const small = await shrinkPhoto(file);
        const { id, name } = await sendPhoto(code, small);
        setShots((all) => [...all, { id, name, preview: URL.createObjectURL(small) }]);
      } catch (error) {
        setProblem(messageOf(error));
      } finally {
        setSendingPhotos((count) => count - 1);
      }
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const readField = (name: string) => String(data.get(name) ?? '').trim();
    if (readField('matter') === '') return setProblem('请写明发现了什么');
    setProblem(null);
    setIsSending(true);
    const who = isAnonymous
      ? {}
      : {
          ...(readField('name') ? { reporterName: readField('name') } : {}),
          ...(readField('phone') ? { reporterPhone: readField('phone') } : {}),
        };
    sendReport(code, {
      matter: readField('matter'),
      place: readField('place'),
      photos: shots.map(({ id }) => id),
      ...who,
    })
      .then(
        ({ no }) => onSent(no),
        (error: unknown) => setProblem(messageOf(error)),
      )
      .finally(() => setIsSending(false));
  };
  return (
    <form onSubmit={submit} aria-label="举报内容">
      <section>
        <h2>拍一张</h2>
        <div className="report-shots">
          {shots.map((shot, at) => (
            <span key={shot.id}>
              <img src={shot.preview} alt={`现场照片${at + 1}`} />
              <button
                type="button"
                aria-label={`移除现场照片${at + 1}`}
                onClick={() => setShots(shots.filter((one) => one !== shot))}
              >
                <Icon name="close" size={14} />
              </button>
            </span>
          ))}
          {shots.length < photosMost && (
            <button type="button" className="report-add" onClick={() => input.current?.click()}>
              <Icon name="image" size={24} />
              {sendingPhotos > 0 ? '上传中…' : shots.length > 0 ? '再拍' : '拍照'}
            </button>
          )}
          <input
            ref={input}
            type="file"
            hidden
            multiple
            accept="image/png,image/jpeg"
            aria-label="现场照片"
            onChange={({ target }) => {
              void take([...(target.files ?? [])]);
              target.value = '';
            }}
          />
        </div>
      </section>
      <section>
        <label htmlFor="report-matter">发现了什么</label>
        <textarea id="report-matter" name="matter" rows={4} maxLength={200} placeholder="如：配电箱门缺失，电线裸露" />
        <label htmlFor="report-place">在哪里</label>
        <input id="report-place" name="place" maxLength={100} placeholder="如：冲压车间北墙" />
      </section>
      <section>
        <div className="report-switch">
          <label htmlFor="report-anonymous">
            <b>匿名举报</b>
            <small>不留姓名，企业看不到您是谁</small>
          </label>
          <input
            id="report-anonymous"
            type="checkbox"
            checked={isAnonymous}
            onChange={({ target }) => setIsAnonymous(target.checked)}
          />
        </div>
        {!isAnonymous && (
          <>
            <label htmlFor="report-name">姓名</label>
            <input id="report-name" name="name" maxLength={30} autoComplete="name" />
            <label htmlFor="report-phone">手机号</label>
            <input id="report-phone" name="phone" maxLength={11} inputMode="tel" autoComplete="tel" />
          </>
        )}
      </section>
      {problem && <p role="alert">{problem}</p>}
      <button type="submit" className="btn main big" disabled={isSending || sendingPhotos > 0}>
        {isSending ? '正在提交…' : '举报'}
      </button>
    </form>
  );
}
