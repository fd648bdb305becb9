import { enterpriseColor, enterpriseStatus } from '@anlan/contract/domain/enterprise-codes';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '#ui/page-head.tsx';
import { Bones, Empty, LoadFailed } from '#ui/states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { latestChanged } from '../calls.ts';
import { dossierAddress, listAddress } from '../rules.ts';

/** The enterprises that changed last. */
export function LatestChanged() {
  const { data, error, refetch } = useQuery(latestChanged);
  const all = (
    <Link className="link" to={listAddress({})}>
      全部企业
    </Link>
  );
  return (
    <Card title="最近更新" more={all}>
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Bones height={260} />
      ) : data.rows.length === 0 ? (
        <Empty icon="building" title="还没有企业">
          录入或导入企业后，最近的变化会列在这里。
        </Empty>
      ) : (
        <div className="sheet">
          <table>
            <thead>
              <tr>
                <th>企业</th>
                <th>区域</th>
                <th>四色</th>
                <th>状态</th>
                <th>完善率</th>
                <th>更新时间</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link className="link" to={dossierAddress(row.id)}>
                      {row.name}
                    </Link>
                  </td>
                  <td>{row.regionName?.split(/\s*\/\s*/).at(-1) ?? '—'}</td>
                  <td>
                    <DictTag type="enterpriseColor" value={row.color} codes={enterpriseColor} />
                  </td>
                  <td>
                    <DictTag type="enterpriseStatus" value={row.status} codes={enterpriseStatus} />
                  </td>
                  <td>{row.profileRate}%</td>
                  <td>{formatInstant(row.updatedAt).slice(0, 16)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
