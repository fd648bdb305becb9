import { countResults } from '@anlan/contract/modules/checklist/check-item';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { StoreOwner } from '#lib/offline/store.ts';
import { isPending, useOutbox, type Work } from '#lib/offline/outbox.ts';
import { useConnectivity } from '#lib/connectivity.ts';
import { tokens } from '#lib/tokens.ts';
import { itemsAfter, shownWork, stepOf } from '#widgets/check-item/work-rules.ts';
import { loadStoredRows, type KeptRow } from './stored-rows.ts';
import type { Place } from './offline-view.tsx';
import './offline-app.css';

const within = () => import('./offline-view.tsx');
const Within = lazy(async () => ({ default: (await within()).Within }));
async function follow(): Promise<void> {
  const { resumeDelivery: goOnKeeping } = await import('#lib/offline/delivery.ts');
  await goOnKeeping();
  await within();
}

export function OfflineApp({ holder, rows: first }: { holder: StoreOwner; rows: readonly KeptRow[] }) {
  const [rows, setRows] = useState(first);
  const [place, setPlace] = useState<Place>({ at: 'list' });
  // Stays true after the form was opened once: the form stays mounted and does not lose its input.
  const [hasGone, setHasGone] = useState(false);
  const away = useConnectivity() === 'away';
  const owed = useOutbox(({ works }) => works.filter(isPending).length);
  const isIn = tokens() !== null;
  const goTo = (next: Place) => {
    setPlace(next);
    setHasGone(true);
  };
  const goBack = () => {
    setPlace({ at: 'list' });
    // The server may have answered meanwhile, so reload the stored rows.
    void loadStoredRows().then(setRows, () => undefined);
  };
  useEffect(() => {
    const timer = setTimeout(() => void follow().catch(() => undefined));
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="kept">
      <header className="kept-bar">
        {place.at === 'list' ? (
          <span />
        ) : (
          <button type="button" className="btn" onClick={goBack}>
            返回
          </button>
        )}
        <strong>{place.at === 'ledger' ? '发送记录' : '今天的检查'}</strong>
        <button type="button" className="btn" onClick={() => goTo({ at: 'ledger' })} disabled={place.at === 'ledger'}>
          {owed > 0 ? `待发送 ${owed}` : '发送记录'}
        </button>
      </header>
      {!away && (
        <p className="kept-back" role="status">
          <span>{isIn ? '网络已恢复' : owed > 0 ? '网络已恢复，登录后发送' : '网络已恢复'}</span>
          <button type="button" className="btn main" onClick={() => location.assign(isIn ? '/' : '/login')}>
            {isIn ? '进入系统' : '去登录'}
          </button>
        </p>
      )}
      <main>
        {place.at === 'list' && <List holder={holder} rows={rows} onOpen={goTo} />}
        {hasGone && (
          <Suspense
            fallback={
              <p className="kept-none" role="status">
                正在打开…
              </p>
            }
          >
            <Within place={place} onLedger={() => goTo({ at: 'ledger' })} />
          </Suspense>
        )}
      </main>
    </div>
  );
}

interface ListProps {
  holder: StoreOwner;
  rows: readonly KeptRow[];
  onOpen: (place: Place) => void;
}
function List({ holder, rows, onOpen }: ListProps) {
  const works = useOutbox((outbox) => outbox.works);
  return (
    <>
      <p className="kept-who">{holder.name}，以下内容保存在本机，没有网络也能填写，联网登录后按顺序发送。</p>
      {rows.length === 0 && <p className="kept-none">本机没有保存的检查</p>}
      <ul className="kept-list">
        {rows
          .filter(({ id }) => !isHandedIn(works, id))
          .map(({ id, at, title, where, items }) => {
            const own = shownWork(
              works.filter(({ record }) => record === id),
              none,
            );
            const { done, total } = countResults(own.reduce(itemsAfter, items));
            const isOver = own.some((work) => stepOf(work) === 'finish');
            return (
              <li key={id}>
                <button type="button" onClick={() => onOpen({ at, id })}>
                  <b>{title}</b>
                  <span>{where}</span>
                  <small>
                    {isOver ? '已交表' : `已填 ${done} / ${total}`}
                    {own.length > 0 && ` · 待发送 ${own.length}`}
                  </small>
                </button>
              </li>
            );
          })}
      </ul>
    </>
  );
}
/** Whether the server has received the last step of a row, even if the stored copy of the row does not show it yet. */
const isHandedIn = (works: readonly Work[], id: string) =>
  works.some(
    (work) => work.record === id && stepOf(work) === 'finish' && (work.state === 'sent' || work.state === 'checked'),
  );
const none: ReadonlySet<string> = new Set();
