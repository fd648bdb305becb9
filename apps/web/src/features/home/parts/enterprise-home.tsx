import { enterpriseColor, enterpriseStatus } from '@anlan/contract/domain/enterprise-codes';
import type { Enterprise } from '@anlan/contract/domain/enterprise';
import { dayOf } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useHolds } from '#lib/person.ts';
import { Card } from '#ui/page-head.tsx';
import { Bones, Empty, LoadFailed } from '#ui/states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { currentEnterprise } from '../calls.ts';
import { membershipNote, ownFile } from '../rules.ts';
import { ExpiringList } from './expiring-list.tsx';
import { Greeting } from './greeting.tsx';
import { LatestNotices } from './latest-notices.tsx';
import { OwnTodos } from './own-todos.tsx';

/** An enterprise's day: its own file, how complete it is, and what runs out. */
export function EnterpriseHome() {
  const { data, dataUpdatedAt, error, refetch } = useQuery(currentEnterprise);
  const isTold = useHolds('bus:notice:index');
  return (
    <>
      <Greeting>{data?.name}</Greeting>
      <div className="halves even">
        <OwnTodos />
        <Card
          title="本企业"
          more={
            data && (
              <Link className="link" to={ownFile}>
                查看档案
              </Link>
            )
          }
        >
          {error ? (
            <LoadFailed error={error} onRetry={() => void refetch()} />
          ) : data === undefined ? (
            <Bones height={220} />
          ) : data === null ? (
            <Empty icon="building" title="没有当前企业">
              您的账号还没有绑定企业，请联系单位管理员。
            </Empty>
          ) : (
            <Facts row={data} today={dayOf(new Date(dataUpdatedAt))} />
          )}
        </Card>
        <ExpiringList title="到期提醒" days={90} linked={false} />
        {isTold && <LatestNotices />}
      </div>
    </>
  );
}

function Facts({ row, today }: { row: Enterprise; today: string }) {
  const facts: [string, string | null][] = [
    ['统一社会信用代码', row.creditCode],
    ['行政区划', row.regionName],
    ['行业', row.industryName],
    ['安全员', row.safetyManagerName],
    ['会员到期', row.membershipTo],
  ];
  const membership = membershipNote(row.membershipTo, today);
  return (
    <div className="own">
      <div className="own-name">
        <strong>{row.name}</strong>
        <DictTag type="enterpriseStatus" value={row.status} codes={enterpriseStatus} />
        <DictTag type="enterpriseColor" value={row.color} codes={enterpriseColor} />
      </div>
      <Link className="rate" to={ownFile}>
        <span>档案完善率</span>
        <b>
          {row.profileRate}
          <small>%</small>
        </b>
        <progress max={100} value={row.profileRate} aria-label="档案完善率" />
      </Link>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? '—'}</dd>
          </div>
        ))}
      </dl>
      {membership && (
        <p className="own-note" role="note">
          {membership}
        </p>
      )}
    </div>
  );
}
