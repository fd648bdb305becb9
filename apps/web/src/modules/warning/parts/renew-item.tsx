import type { Warning } from '@anlan/contract/modules/warning/resource';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { registerOf, type Register } from '../registers.ts';

const MoveDialog = lazyPart(async () => (await import('#kit/move-dialog.tsx')).MoveDialog);

export function RenewItem({ row, onClose }: { row: Warning; onClose: () => void }) {
  const register = useMemo(() => registerOf(row), [row]);
  return register ? <Reauthentication row={row} register={register} onClose={onClose} /> : null;
}

interface Props {
  row: Warning;
  register: Register;
  onClose: () => void;
}

function Reauthentication({ row, register: { bound, name, rows }, onClose }: Props) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(bound.one(row.itemId ?? ''));
  if (!data || !data.abilities.includes('renew'))
    return (
      <TabDrawer open size={480} title={`处理“${row.itemName}”`} onClose={onClose}>
        {error ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <p>这一项来自{name}，由企业的主要负责人或安全管理人员续办；续办后预警自动结束。</p>
        ) : (
          <Skeleton height={240} />
        )}
      </TabDrawer>
    );
  return (
    <Suspense fallback={null}>
      <MoveDialog
        bound={bound}
        row={data}
        name="renew"
        look={{
          rows,
          begin: Object.fromEntries(rows.flat().map((key) => [key, undefined])),
          note: (
            <p className="sub">
              来自：{name}。原有效期至 {row.validTo}；登记后预警自动结束，档案和班次放行随之更新。
            </p>
          ),
        }}
        onMoved={() => void client.invalidateQueries({ queryKey: ['warning'] })}
        onClose={onClose}
      />
    </Suspense>
  );
}
