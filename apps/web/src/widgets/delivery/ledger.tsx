import type { ConflictingAnswer } from '@anlan/contract/modules/delivery/offline-work';
import { useState } from 'react';
import { flush } from '#lib/offline/delivery.ts';
import {
  changeWork,
  queueWork,
  dismissUnstored,
  discardWork,
  isPending,
  newWorkId,
  useOutbox,
  type UnstoredWork,
  type Work,
} from '#lib/offline/outbox.ts';
import { useConnectivity } from '#lib/connectivity.ts';
import { Icon } from '#ui/icon.tsx';
import { Empty } from '#ui/page-states.tsx';
import { daysOf, linesOf, megabytes, momentOf, overdueOf, rivalsOf, wholeAnswer, type Line } from './ledger-rules.ts';
import { KeptPicture } from './device-picture.tsx';
import { LostNote } from './lost-note.tsx';
import { useNow } from './use-now.ts';
import './delivery.css';

const words: Readonly<Record<Work['state'], string>> = {
  queued: '排队',
  sent: '已送达',
  checked: '已核对',
  refused: '未接收',
  rivalled: '待选择',
  dropped: '已放弃',
};
const shownFirst = 10;

export function Ledger() {
  const { works, unkept, isKept } = useOutbox();
  const away = useConnectivity() === 'away';
  const now = useNow();
  const [all, setAll] = useState(false);
  const count = (state: Work['state']) => works.filter((work) => work.state === state).length;
  const overdue = overdueOf(works, now);
  const waiting = linesOf(works.filter(({ state }) => state === 'queued'));
  const over = linesOf(works.filter(({ state }) => state === 'sent' || state === 'checked' || state === 'dropped'));
  return (
    <div className="ledger">
      {overdue.count > 0 && (
        <p className="ledger-late" role="alert">
          <Icon name="alert" size={18} />
          {overdue.count} 项已 {overdue.days} 天没有送出，请连接网络
        </p>
      )}
      {away && !isKept && works.some(isPending) && (
        <p className="ledger-late" role="alert">
          <Icon name="alert" size={18} />
          这个浏览器不能保存内容，没有送出的关闭页面后会丢失，请不要关闭
        </p>
      )}
      <LostNote />
      {unkept.length > 0 && <NotKept all={unkept} now={now} />}
      <dl className="ledger-counts">
        {(['queued', 'sent', 'checked'] as const).map((state) => (
          <div key={state} className={`is-${state}`}>
            <dt>{words[state]}</dt>
            <dd>{count(state)}</dd>
          </div>
        ))}
      </dl>
      {works.length === 0 && <Empty icon="list" title="没有发送记录" />}
      {waiting.length > 0 && (
        <section className="ledger-card" aria-label="排队">
          <h2>
            排队 <small>在本机，还没有送出</small>
          </h2>
          {waiting.map((line) => (
            <Row key={line.key} line={line} now={now} />
          ))}
        </section>
      )}
      {rivalsOf(works).map((of) => (
        <Rivals key={of[0]?.id} works={of} now={now} />
      ))}
      {works
        .filter(({ state }) => state === 'refused')
        .map((work) => (
          <section key={work.id} className="ledger-card is-refused" aria-label="未接收">
            <h2>
              没有被接收 <small>{work.title}</small>
            </h2>
            <p>
              {work.said} · {momentOf(work.at, now)}
            </p>
            <p className="ledger-why">{work.problem}</p>
            <div className="ledger-acts">
              <button type="button" className="btn" onClick={() => void discardWork(work.id)}>
                放弃这一项
              </button>
              <button
                type="button"
                className="btn main"
                onClick={() => void changeWork(work.id, { state: 'queued' }).then(flush)}
              >
                再次发送
              </button>
            </div>
          </section>
        ))}
      {over.length > 0 && (
        <section className="ledger-card" aria-label="已送达、已核对">
          <h2>
            已送达、已核对
            {over.length > shownFirst && !all && (
              <button type="button" className="ledger-all" onClick={() => setAll(true)}>
                全部 {over.length} 项
              </button>
            )}
          </h2>
          {over.slice(0, all ? undefined : shownFirst).map((line) => (
            <Row key={line.key} line={line} now={now} />
          ))}
        </section>
      )}
      <p className="ledger-foot" role="status">
        {away ? '离线中，联网后自动按顺序发送' : works.some(isPending) ? '已联网，正在按顺序发送' : '全部已送出'}
      </p>
    </div>
  );
}

function NotKept({ all, now }: { all: readonly UnstoredWork[]; now: number }) {
  return (
    <section className="ledger-card is-refused" aria-label="没有保存">
      <h2>
        没有保存 <small>本机存储空间不足，也没有送出</small>
      </h2>
      {all.map(({ id, title, item, said: summary, at }) => (
        <p key={id}>{[title, item, summary, momentOf(at, now)].filter(Boolean).join(' · ')}</p>
      ))}
      <p className="ledger-why">请清理手机的存储空间，再重新填写或拍照</p>
      <div className="ledger-acts">
        <button type="button" className="btn" onClick={dismissUnstored}>
          知道了
        </button>
      </div>
    </section>
  );
}

function Row({ line, now }: { line: Line; now: number }) {
  const picture = line.works.find(({ photo }) => photo !== undefined);
  const days = line.state === 'queued' ? daysOf(line.at, now) : 0;
  const [first] = line.works;
  const proof = line.state === 'checked' ? first?.receipt?.hash : undefined;
  const counts = [
    ...(line.steps > 0 ? [`${line.steps} 项`] : []),
    ...(line.photos > 0 ? [`照片 ${line.photos} 张`, megabytes(line.bytes)] : []),
    ...(line.dropped > 0 ? [`另有 ${line.dropped} 项已放弃`] : []),
  ].join('、');
  return (
    <div className="ledger-row">
      <span className="ledger-sign" aria-hidden>
        {picture ? (
          <KeptPicture id={picture.id} label="" />
        ) : (
          <Icon name={line.state === 'queued' ? 'check' : 'upload'} size={20} />
        )}
      </span>
      <span className="ledger-what">
        <b>{line.title}</b>
        <small>
          {momentOf(line.at, now)} · {counts}
          {proof && ` · 校验 ${proof.slice(0, 4)}…${proof.slice(-2)} 一致`}
          {line.state === 'sent' && first?.receipt && ` · 送达 ${first.receipt.receivedAt.slice(11, 16)}`}
        </small>
      </span>
      <span className={`ledger-tag is-${days >= 3 ? 'late' : line.state}`}>
        {words[line.state]}
        {days >= 1 && ` ${days} 天`}
      </span>
    </div>
  );
}

function Rivals({ works, now }: { works: readonly Work[]; now: number }) {
  const work = works.at(-1);
  const rival = work?.receipt?.rival;
  const [mine, setMine] = useState(true);
  if (!work || !rival) return null;
  const choose = async () => {
    if (mine) await over(works, work, rival);
    const problem = mine ? '已改为以本机为准再次发送' : '以对方为准';
    for (const { id } of works) await changeWork(id, { state: 'dropped', problem });
    void flush();
  };
  return (
    <section className="ledger-card is-rival" aria-label="两台手机结果不同">
      <h2>
        两台手机结果不同{' '}
        <small>
          {work.title}
          {work.item && ` · ${work.item}`}
        </small>
      </h2>
      <div className="ledger-two" role="radiogroup" aria-label="以哪份为准">
        <button type="button" role="radio" aria-checked={mine} onClick={() => setMine(true)}>
          <b>{work.said}</b>
          <span>我 · {momentOf(work.at, now)}</span>
          <span>本机</span>
        </button>
        <button type="button" role="radio" aria-checked={!mine} onClick={() => setMine(false)}>
          <b>{rival.said}</b>
          <span>
            {rival.by} · {rival.at?.slice(5, 16)}
          </span>
          <span>{rival.photos > 0 ? `照片 ${rival.photos} 张` : '没有照片'}</span>
        </button>
      </div>
      <p>两份都会保留，请选以哪份为准</p>
      <button type="button" className="btn main" onClick={() => void choose()}>
        {mine ? '以本机为准' : '以对方为准'}
      </button>
    </section>
  );
}

async function over(works: readonly Work[], work: Work, rival: ConflictingAnswer): Promise<void> {
  const { kind, record, title, said: summary, item } = work;
  const body = wholeAnswer(works, rival.seen);
  if ((kind !== 'inspection.answer' && kind !== 'riskCheck.answer') || body === null) return;
  const about = { record, title, said: summary, ...(item ? { item } : {}) };
  await queueWork(kind, body, about, newWorkId());
}
