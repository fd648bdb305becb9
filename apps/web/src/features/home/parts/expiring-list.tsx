import { expiryItems } from '@anlan/contract/domain/enterprise';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { beginsAnew } from '#lib/anew.ts';
import { Card } from '#ui/page-head.tsx';
import { Bones, Empty, LoadFailed } from '#ui/states.tsx';
import { expiringSoon } from '../calls.ts';
import { dossierAddress, leftWords, listAddress, ownField, ownFile } from '../rules.ts';

interface Props {
  title: string;
  days: number;
  /** Whether many enterprises are in sight; else all of it stands in one's own file. */
  linked: boolean;
}

/** Papers that run out first, one row each. */
export function ExpiringList({ title, days, linked }: Props) {
  const { data, error, refetch } = useQuery(expiringSoon(days));
  const rows = data?.rows.flatMap(({ id, name, expiring }) => expiring.map((paper) => ({ id, name, ...paper }))) ?? [];
  const shown = rows.toSorted((one, other) => one.leftDays - other.leftDays).slice(0, 5);
  return (
    <Card
      title={title}
      note={data ? `${days} 天内，含已过期` : undefined}
      more={
        linked && data && data.total > 0 ? (
          <Link className="link" to={listAddress({ expiring: days })}>
            全部 {data.total} 家
          </Link>
        ) : rows.length > shown.length ? (
          <Link className="link" to={ownFile}>
            全部 {rows.length} 项
          </Link>
        ) : undefined
      }
    >
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Bones height={196} />
      ) : shown.length === 0 ? (
        <Empty icon="check" title={`${days} 天内没有到期的证照`} />
      ) : (
        <ul className="rows">
          {shown.map(({ id, name, item, on, leftDays }) => {
            const { text, tone } = leftWords(leftDays);
            return (
              <li key={id + item}>
                <span className={`tag sq tone-${tone}`}>{text}</span>
                <span className="what">
                  {linked ? (
                    <Link className="link" to={dossierAddress(id)}>
                      {name}
                    </Link>
                  ) : (
                    <Link className="link" to={ownField(item)} state={beginsAnew}>
                      {expiryItems[item]}
                    </Link>
                  )}
                  {linked && <small>{expiryItems[item]}</small>}
                </span>
                <span className="when">{on}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
