import type { Inspection } from '@anlan/contract/modules/inspection/resource';
import { formatInstant } from '@anlan/contract/domain/instant';
import { tallyOf, type FoundItem } from '@anlan/contract/modules/checklist/item';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { SitePage } from '#features/inspection/screens/site.tsx';
import type { Holder } from '#lib/kept/box.ts';
import { keptList } from '#lib/kept/day.ts';
import { isOwed, useOutbox, type Work } from '#lib/kept/outbox.ts';
import { useReach } from '#lib/reach.ts';
import { tokens } from '#lib/tokens.ts';
import { Bones, Empty } from '#ui/states.tsx';
import { itemsAfter, shownWork, stepOf } from '#widgets/check-item/work-rules.ts';
import { Ledger } from '#widgets/delivery/ledger.tsx';
import { CheckPage } from '../../modules/risk-check/screens/site.tsx';
import { Providers } from '../providers.tsx';
import './kept.css';

type Place = { at: 'list' } | { at: 'ledger' } | { at: 'site' | 'check'; id: string };

/** What one person kept, opened without a network: their day, the ledger, and nothing else. */
export function KeptApp({ holder }: { holder: Holder }) {
  return (
    <Providers>
      <Kept holder={holder} />
    </Providers>
  );
}

function Kept({ holder }: { holder: Holder }) {
  const [place, setPlace] = useState<Place>({ at: 'list' });
  const away = useReach() === 'away';
  const owed = useOutbox(({ works }) => works.filter(isOwed).length);
  const isIn = tokens() !== null;
  return (
    <div className="kept">
      <header className="kept-bar">
        {place.at === 'list' ? (
          <span />
        ) : (
          <button type="button" className="btn" onClick={() => setPlace({ at: 'list' })}>
            返回
          </button>
        )}
        <strong>{place.at === 'ledger' ? '发送记录' : '今天的检查'}</strong>
        <button
          type="button"
          className="btn"
          onClick={() => setPlace({ at: 'ledger' })}
          disabled={place.at === 'ledger'}
        >
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
        {place.at === 'list' && <List holder={holder} onOpen={setPlace} />}
        {place.at === 'ledger' && <Ledger />}
        {place.at === 'site' && <SitePage id={place.id} onLedger={() => setPlace({ at: 'ledger' })} />}
        {place.at === 'check' && <CheckPage id={place.id} code={null} onLedger={() => setPlace({ at: 'ledger' })} />}
      </main>
    </div>
  );
}

interface KeptRow {
  id: string;
  at: 'site' | 'check';
  title: string;
  where: string | null;
  items: readonly FoundItem[];
}
/** What of the kept rows is still to be done, those with the nearest end first. */
async function keptRows(): Promise<KeptRow[]> {
  // Kept under these very names by the pages of inspections and of checks.
  const inspections = (await keptList('inspection ')).map(({ value }) => value as Inspection);
  const checks = (await keptList('riskCheck ')).map(({ value }) => value as RiskCheck);
  const isDue = ({ status, abilities, opensAt }: RiskCheck) =>
    status === 'pending' && abilities.includes('answer') && opensAt.getTime() <= Date.now();
  return [
    ...inspections
      .filter(({ status }) => status === 'running')
      .map((row) => ({
        id: row.id,
        at: 'site' as const,
        title: row.title,
        where: row.enterpriseName,
        items: row.items,
      })),
    ...checks
      .filter(isDue)
      .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
      .map((row) => ({
        id: row.id,
        at: 'check' as const,
        title: row.pointName,
        where: [row.place, `${formatInstant(row.dueAt).slice(5, 16)} 前交`].filter(Boolean).join(' · '),
        items: row.items,
      })),
  ];
}

function List({ holder, onOpen }: { holder: Holder; onOpen: (place: Place) => void }) {
  const works = useOutbox((outbox) => outbox.works);
  const { data: rows } = useQuery({ queryKey: ['kept-list'], queryFn: keptRows });
  if (!rows) return <Bones height={240} />;
  return (
    <>
      <p className="kept-who">{holder.name}，以下内容保存在本机，没有网络也能填写，联网登录后按顺序发送。</p>
      {rows.length === 0 && <Empty icon="list" title="本机没有保存的检查" />}
      <ul className="kept-list">
        {rows
          .filter(({ id }) => !isHandedIn(works, id))
          .map(({ id, at, title, where, items }) => {
            const own = shownWork(
              works.filter(({ record }) => record === id),
              none,
            );
            const { done, total } = tallyOf(own.reduce(itemsAfter, items));
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
/** Whether it has arrived that a row was handed in, whatever was fetched of it before. */
const isHandedIn = (works: readonly Work[], id: string) =>
  works.some(
    (work) => work.record === id && stepOf(work) === 'finish' && (work.state === 'sent' || work.state === 'checked'),
  );
const none: ReadonlySet<string> = new Set();
