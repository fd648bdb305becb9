import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { duplicateReasons, type DuplicateGroup } from '@anlan/contract/modules/enterprise/merge';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { StatusTag } from './list-columns.tsx';
import { dossierPath } from '../rules.ts';

interface Props {
  group: DuplicateGroup;
  onCompare: (pair: readonly [Enterprise, Enterprise]) => void;
}

export function GroupCard({ group: { reasons, enterprises, count }, onCompare }: Props) {
  const [selectedIds, setSelectedIds] = useState(() => enterprises.slice(0, 2).map(({ id }) => id));
  const many = enterprises.length > 2;
  const [one, other] = enterprises.filter(({ id }) => selectedIds.includes(id));
  const why = reasons.map((reason) => duplicateReasons[reason]).join('、');
  return (
    <section className="card twin-group" aria-label={`${why} ${enterprises[0]?.name ?? ''}`}>
      <header>
        <h2>{why}</h2>
        <small>
          {count} 家{count > enterprises.length ? `，显示前 ${enterprises.length} 家` : ''}
        </small>
        <span className="more">
          <Button
            disabled={selectedIds.length !== 2 || !one || !other}
            onClick={() => one && other && onCompare([one, other])}
          >
            {many ? '对比选中的两家' : '对比'}
          </Button>
        </span>
      </header>
      <ul>
        {enterprises.map((row) => (
          <li key={row.id} className={many ? 'can-choose' : ''}>
            {many && (
              <Checkbox
                checked={selectedIds.includes(row.id)}
                aria-label={`选择 ${row.name}`}
                onChange={({ target }) =>
                  setSelectedIds(target.checked ? [...selectedIds, row.id] : selectedIds.filter((id) => id !== row.id))
                }
              />
            )}
            <span className="twin-name">
              <Link className="list-name" to={dossierPath(row.id)} title={row.name}>
                {row.name}
              </Link>
              <small>{row.creditCode}</small>
            </span>
            <StatusTag row={row} />
            <span className="twin-more">
              <span>
                {row.legalPerson} · {row.safetyManagerPhone}
              </span>
              <small title={row.registeredAddress}>{row.registeredAddress}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
