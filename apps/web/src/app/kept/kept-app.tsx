import type { Inspection } from '@anlan/contract/modules/inspection/resource';
import { tallyOf } from '@anlan/contract/modules/checklist/item';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SitePage } from '#features/inspection/screens/site.tsx';
import type { Holder } from '#lib/kept/box.ts';
import { keptList } from '#lib/kept/day.ts';
import { isOwed, useOutbox } from '#lib/kept/outbox.ts';
import { useReach } from '#lib/reach.ts';
import { tokens } from '#lib/tokens.ts';
import { Bones, Empty } from '#ui/states.tsx';
import { Ledger } from '#widgets/delivery/ledger.tsx';
import { Providers } from '../providers.tsx';
import './kept.css';

type Place = { at: 'list' } | { at: 'ledger' } | { at: 'site'; id: string };

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
        {place.at === 'list' && <List holder={holder} onOpen={(id) => setPlace({ at: 'site', id })} />}
        {place.at === 'ledger' && <Ledger />}
        {place.at === 'site' && <SitePage id={place.id} onLedger={() => setPlace({ at: 'ledger' })} />}
      </main>
    </div>
  );
}

function List({ holder, onOpen }: { holder: Holder; onOpen: (id: string) => void }) {
  const works = useOutbox((outbox) => outbox.works);
  const { data } = useQuery({ queryKey: ['kept-list'], queryFn: () => keptList('inspection ') });
  if (!data) return <Bones height={240} />;
  // Kept under this very name by the page of an inspection.
  const rows = data.map(({ value }) => value as Inspection).filter(({ status }) => status === 'running');
  return (
    <>
      <p className="kept-who">{holder.name}，以下内容保存在本机，没有网络也能填写，联网登录后按顺序发送。</p>
      {rows.length === 0 && <Empty icon="list" title="本机没有保存的检查" />}
      <ul className="kept-list">
        {rows.map((row) => {
          const { done, total } = tallyOf(row.items);
          const waiting = works.filter(({ record, state }) => record === row.id && state === 'queued').length;
          return (
            <li key={row.id}>
              <button type="button" onClick={() => onOpen(row.id)}>
                <b>{row.title}</b>
                <span>{row.enterpriseName}</span>
                <small>
                  已填 {done} / {total}
                  {waiting > 0 && ` · 待发送 ${waiting}`}
                </small>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
