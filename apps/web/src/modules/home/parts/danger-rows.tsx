import type { HomeDanger } from '@anlan/contract/modules/home/home';
import { daysBetween, dayOf } from '@anlan/contract/domain/instant';
import { Link } from 'react-router';
import { startsFresh } from '#lib/tab-navigation-state.ts';
import { dangerDue, dangerState, turnText } from '../rules.ts';

export function DangerRows({
  rows,
  withEnterprise,
  asOf,
}: {
  rows: readonly HomeDanger[];
  withEnterprise: boolean;
  asOf: Date;
}) {
  return (
    <ul className="rows short danger-rows">
      {rows.map((row) => {
        const { text, tone } = dangerDue(row);
        const state = dangerState(row.status);
        const waits = row.since === null ? null : daysBetween(dayOf(row.since), dayOf(asOf));
        return (
          <li key={row.id}>
            <span className={row.major ? 'level major' : 'level'}>{row.major ? '重大' : '一般'}</span>
            <span className="what">
              <Link className="link" to={row.href} state={startsFresh} title={row.title}>
                {row.title}
              </Link>
              {withEnterprise && <small>{row.enterpriseName}</small>}
            </span>
            <span className={`tag tone-${state.tone}`}>{state.label}</span>
            <span className="turn-of">{turnText(row, waits)}</span>
            <span className={`when ${tone}`}>{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
