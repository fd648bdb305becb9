import { numberText } from '@anlan/contract/domain/number-text';
import type { ContentInfo } from '@anlan/contract/modules/content/resource';
import { useQuery } from '@tanstack/react-query';
import { Ago } from '#ui/time-ago.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { agreedTo } from './calls.ts';
import './content.css';

/** Shows how many people of each tenant agreed to the text. Their names appear only in the log of their own tenant. */
export function AgreementsDrawer({ row, onClose }: { row: ContentInfo; onClose: () => void }) {
  const { data, error, refetch } = useQuery(agreedTo(row.id));
  const all = data?.reduce((sum, { agreed }) => sum + agreed, 0) ?? 0;
  return (
    <TabDrawer open size={520} title={`同意记录 · ${row.title} 第 ${row.edition} 版`} onClose={onClose}>
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={160} />
      ) : data.length === 0 ? (
        <p className="content-none">还没有人同意这一版。注册账号、申请入驻和开通会员时会留下记录。</p>
      ) : (
        <div className="content-agreed">
          <p>
            共 <b>{numberText(all)}</b> 人次。谁、何时、因何同意，在各单位的日志中以“同意协议”查询。
          </p>
          <table aria-label="各单位同意人次">
            <thead>
              <tr>
                <th scope="col">单位</th>
                <th scope="col">同意人次</th>
                <th scope="col">最近一次</th>
              </tr>
            </thead>
            <tbody>
              {data.map(({ tenantId, tenantName, agreed, lastAt }) => (
                <tr key={tenantId}>
                  <td>{tenantName}</td>
                  <td>{numberText(agreed)}</td>
                  <td>{lastAt && <Ago at={lastAt} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </TabDrawer>
  );
}
