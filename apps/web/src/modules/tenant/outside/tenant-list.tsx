import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { useDeferredValue, useEffect, useState } from 'react';
import { useHostName } from '#lib/host-brand.ts';
import { FootLines } from '#widgets/foot-lines.tsx';
import { HostMark } from '#ui/host-mark.tsx';
import { Icon } from '#ui/icon.tsx';
import { listUnits } from './calls.ts';
import './tenant-list.css';

interface Listed {
  word: string;
  rows: Brand[];
  total: number;
}

function useUnits(word: string) {
  const [listed, setListed] = useState<Listed>();
  const [page, setPage] = useState(1);
  const [of, setOf] = useState(word);
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);
  if (of !== word) {
    setOf(word);
    setPage(1);
  }
  useEffect(() => {
    const leaving = new AbortController();
    listUnits(word, page, leaving.signal).then(
      ({ rows, total }) => {
        setProblem(undefined);
        setListed((before) => ({
          word,
          total,
          rows: page === 1 || before?.word !== word ? rows : [...before.rows, ...rows],
        }));
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setProblem(error instanceof Error ? error.message : '读取失败');
      },
    );
    return () => leaving.abort();
  }, [word, page, tries]);
  return { listed, problem, more: () => setPage(page + 1), retry: () => setTries(tries + 1) };
}

function Unit({ unit }: { unit: Brand }) {
  const lines = [unit.icp, unit.tec].filter((line): line is string => line !== null && line !== '');
  return (
    <li className="unit-card">
      <div className="unit-head">
        {unit.logo ? (
          <img src={unit.logo} alt="" />
        ) : (
          <span className="unit-letter" aria-hidden="true">
            {[...unit.name][0]}
          </span>
        )}
        <h2 title={unit.name}>{unit.name}</h2>
      </div>
      <div className="unit-lines">
        {unit.copy && <p>{unit.copy}</p>}
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <a className="btn" href={`/login?tenantId=${unit.id}`} aria-label={`去登录：${unit.name}`}>
        去登录
      </a>
    </li>
  );
}

/** /upms/tenant/index-outside: public list of all tenants (RT-12). */
export function Units() {
  const name = useHostName('入驻单位');
  const [typed, setTyped] = useState('');
  const { listed, problem, more, retry } = useUnits(useDeferredValue(typed.trim()));
  return (
    <main className="units">
      <header className="units-top">
        <a className="units-brand" href="/login">
          <HostMark size={28} />
          <span>{name}</span>
        </a>
        <a className="btn" href="/login">
          登录
        </a>
      </header>
      <div className="units-box">
        <div className="units-head">
          <div>
            <h1>入驻单位</h1>
            <p className="sub" role="status">
              {listed ? `共 ${listed.total} 个单位` : '正在读取…'}
            </p>
          </div>
          <label className="units-search">
            <span className="unseen">查找单位</span>
            <Icon name="search" size={16} />
            <input
              type="search"
              maxLength={64}
              placeholder="单位名称"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </label>
        </div>
        {problem && (
          <div role="alert" className="failure">
            {problem}
            <button type="button" onClick={retry}>
              重试
            </button>
          </div>
        )}
        {listed && listed.rows.length === 0 && !problem && <p className="units-none">没有符合的单位</p>}
        <ul className="unit-cards">
          {listed?.rows.map((unit) => (
            <Unit key={unit.id} unit={unit} />
          ))}
        </ul>
        {listed && listed.rows.length < listed.total && (
          <button type="button" className="btn units-more" onClick={more}>
            更多单位
          </button>
        )}
      </div>
      <footer className="units-foot">
        <FootLines brand={null} />
      </footer>
    </main>
  );
}
