import type { Station } from '@anlan/contract/modules/station/resource';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useMemo, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { ListFilters } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Empty } from '#ui/states.tsx';
import { useHolds, useWho } from '#lib/person.ts';
import { Overseen } from '#widgets/overseen.tsx';
import { exportStations, stationCount, stationKey, stationPage, stationQuery, switchStation } from '../calls.ts';
import { StationCard, stationColumns } from '../parts/list-columns.tsx';
import { stationFilters } from '../parts/list-filters.tsx';
import { RemoveDialog } from '../parts/remove-dialog.tsx';
import { StationDrawer, type DrawerTarget } from '../parts/station-drawer.tsx';
import '../parts/station.css';

const defaults = { size: 20, sort: [{ by: 'updatedAt' as const, desc: true }] };

/** 站点管理: the stations of the tenant, or of one's own enterprise. */
export function Screen() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const who = useWho();
  const mayAdd = useHolds('bus:station:add');
  const mayExport = useHolds('bus:station:export');
  const linked = useHolds('bus:enterprise:get');
  const all = who.sysUser.type !== 'enterprise';
  const query = useListQuery(stationQuery, defaults);
  const state = useQuery(stationPage(query.input));
  const count = useQuery(stationCount({}));
  const [target, setTarget] = useState<DrawerTarget | null>(null);
  const [removing, setRemoving] = useState<Station | null>(null);
  const filters = useMemo(() => stationFilters({ all }), [all]);
  const columns = useMemo(() => stationColumns({ all, linked }), [all, linked]);
  const toggle = useMutation({
    mutationFn: switchStation,
    onSuccess: (_answer, { status }) => void message.success(status === 'enabled' ? '已启用' : '已停用'),
    onSettled: () => client.invalidateQueries({ queryKey: stationKey }),
  });
  const exporting = useMutation({ mutationFn: exportStations });
  const add = () => setTarget({ row: null, enterpriseId: query.input.filter.enterpriseId });

  const actions = (row: Station): RowAction[] => [
    ...(row.abilities.includes('update')
      ? [
          { key: 'edit', label: '编辑', run: () => setTarget({ row }) },
          {
            key: 'switch',
            label: row.status === 'enabled' ? '停用' : '启用',
            run: () => toggle.mutate({ ...row, status: row.status === 'enabled' ? 'disabled' : 'enabled' }),
          },
        ]
      : []),
    ...(row.abilities.includes('remove')
      ? [{ key: 'remove', label: '删除', danger: true, run: () => setRemoving(row) }]
      : []),
  ];

  return (
    <>
      <PageHead
        title="站点管理"
        sub={
          count.data === undefined ? (
            '　'
          ) : (
            <>
              {all ? '辖区' : '本企业'}场站 {count.data} 个<Overseen />
            </>
          )
        }
        end={
          <>
            {mayExport && (
              <Button
                icon={<Icon name="upload" size={16} />}
                loading={exporting.isPending}
                onClick={() => exporting.mutate(query.input)}
              >
                导出
              </Button>
            )}
            {mayAdd && (
              <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={add}>
                新增场站
              </Button>
            )}
          </>
        }
      />
      <ListTable
        label="场站列表"
        settings={`station-${who.sysUser.id}`}
        query={query}
        state={state}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        actions={actions}
        card={(row) => <StationCard row={row} all={all} />}
        filters={(settings) => (
          <ListFilters
            query={query}
            search={{ name: 'keyword', placeholder: '场站名称、编号' }}
            filters={filters}
            end={settings}
          />
        )}
        empty={
          <Empty icon="place" title="还没有场站">
            {mayAdd && <Button onClick={add}>新增场站</Button>}
          </Empty>
        }
      />
      <StationDrawer
        target={target}
        choose={all}
        onClose={() => setTarget(null)}
        onSaved={(isNew) => {
          setTarget(null);
          void message.success(isNew ? '已新增场站' : '已保存');
        }}
      />
      <RemoveDialog row={removing} onClose={() => setRemoving(null)} />
    </>
  );
}
