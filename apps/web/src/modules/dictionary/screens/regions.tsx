import type { OwnRegion } from '@anlan/contract/modules/dictionary/region';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf, ListFilters } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Empty } from '#ui/states.tsx';
import { useHolds, useWho } from '#lib/person.ts';
import { DictSelect } from '#widgets/dict-select.tsx';
import { RegionSelect } from '#widgets/region-select.tsx';
import { townKey } from '#widgets/towns.ts';
import { regionKey, regionPage, regionQuery, switchRegion, type RegionFilter } from '../calls.ts';
import { RegionCard, regionColumns } from '../parts/region-columns.tsx';
import { RegionDialog, type DialogTarget } from '../parts/region-dialog.tsx';
import { RemoveDialog } from '../parts/remove-dialog.tsx';
import '../parts/regions.css';

const defaults = { size: 50, sort: [{ by: 'code' as const, desc: false }] };
const filter = filterOf<RegionFilter>();
const filters = [
  filter({
    name: 'regionCode',
    label: '区域',
    control: ({ value, onChange, label }) => (
      <RegionSelect
        anyLevel
        towns
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(code) => onChange(code === null ? undefined : code)}
      />
    ),
  }),
  filter({
    name: 'level',
    label: '层级',
    control: (props) => (
      <FilterChoice
        {...props}
        options={[
          { value: 4, label: '街道' },
          { value: 5, label: '网格' },
        ]}
      />
    ),
  }),
  filter({
    name: 'enabled',
    label: '状态',
    control: ({ value, onChange, label }) => (
      <DictSelect
        type="enableStatus"
        aria-label={label}
        placeholder={label}
        value={value === undefined ? null : value ? 'enabled' : 'disabled'}
        onChange={(next) => onChange(next === null ? undefined : next === 'enabled')}
      />
    ),
  }),
];

/** 行政区划: the streets and grids that the tenant keeps below the standard's divisions. */
export function Screen() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const who = useWho();
  const mayAdd = useHolds('sys:region:add');
  const query = useListQuery(regionQuery, defaults);
  const state = useQuery(regionPage(query.input));
  const [target, setTarget] = useState<DialogTarget | null>(null);
  const [removing, setRemoving] = useState<OwnRegion | null>(null);
  const toggle = useMutation({
    mutationFn: switchRegion,
    onSuccess: (_answer, { enabled }) => void message.success(enabled ? '已启用' : '已停用，不再提供选择'),
    onSettled: () => Promise.all([regionKey, townKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  const add = () => setTarget({ kind: 'street' });

  const actions = (row: OwnRegion): RowAction[] => [
    ...(row.abilities.includes('add')
      ? [{ key: 'add', label: '加网格', run: () => setTarget({ kind: 'grid', upper: row }) }]
      : []),
    ...(row.abilities.includes('update')
      ? [
          { key: 'rename', label: '改名', run: () => setTarget({ kind: 'rename', row }) },
          {
            key: 'switch',
            label: row.enabled ? '停用' : '启用',
            run: () => toggle.mutate({ code: row.code, version: row.version, enabled: !row.enabled }),
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
        title="行政区划"
        sub="区县及以上按国家标准；街道和网格由本单位维护"
        end={
          mayAdd && (
            <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={add}>
              新增街道
            </Button>
          )
        }
      />
      <ListTable
        label="街道网格列表"
        settings={`region-${who.sysUser.id}`}
        query={query}
        state={state}
        columns={regionColumns}
        rowKey={({ code }) => code}
        rowName={({ name }) => name}
        actions={actions}
        card={(row) => <RegionCard row={row} />}
        filters={(settings) => (
          <ListFilters
            query={query}
            search={{ name: 'keyword', placeholder: '名称、代码、拼音首字母' }}
            filters={filters}
            end={settings}
          />
        )}
        empty={
          <Empty icon="place" title="还没有街道，企业只能填到区县">
            {mayAdd && <Button onClick={add}>新增街道</Button>}
          </Empty>
        }
      />
      <RegionDialog target={target} onClose={() => setTarget(null)} />
      <RemoveDialog row={removing} onClose={() => setRemoving(null)} />
    </>
  );
}
