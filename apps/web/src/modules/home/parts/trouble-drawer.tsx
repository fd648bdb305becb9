import { formatInstant } from '@anlan/contract/domain/instant';
import { numberText } from '@anlan/contract/domain/number-text';
import type { TroubleKind } from '@anlan/contract/modules/tenant/tenant';
import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState } from 'react';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { nameOf } from '#widgets/tasks/rules.ts';
import { troubleRows } from '../calls.ts';

export interface TroubleSelection {
  kind: TroubleKind;
  label: string;
  /** The tenant; null for the sum of all tenants. */
  unit: { id: string; name: string } | null;
}
interface Props extends TroubleSelection {
  onClose: () => void;
}

const perPage = 20;

export function TroubleDrawer({ kind, label, unit, onClose }: Props) {
  const [at, setAt] = useState(1);
  const { data, error, refetch } = useQuery(troubleRows(kind, unit?.id, at, perPage));
  const of = `${unit?.name ?? '各单位'} · ${label}`;
  return (
    <TabDrawer open size={560} title={`${of}${data ? `，${numberText(data.total)} 条` : ''}`} onClose={onClose}>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
      {data?.rows.length === 0 && <Empty icon="check" title="现在一条也没有" />}
      {data && data.rows.length > 0 && (
        <ul className="rows trouble" aria-label={of}>
          {data.rows.map((row) => (
            <li key={`${row.unitId} ${row.id}`}>
              <span className="what">
                {kind === 'errors' ? (row.text ?? row.what) : nameOf({ title: null, kind: row.what })}
                <small>
                  {[unit ? null : row.unit, kind === 'errors' ? row.url : row.text].filter(Boolean).join(' · ')}
                </small>
              </span>
              <span className="when">{formatInstant(row.at).slice(5, 16)}</span>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > perPage && (
        <Pagination
          align="end"
          size="small"
          showSizeChanger={false}
          current={at}
          pageSize={perPage}
          total={data.total}
          onChange={setAt}
        />
      )}
    </TabDrawer>
  );
}
