import type { TenantRow } from '@anlan/contract/modules/tenant/admin';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Select } from 'antd';
import { useState } from 'react';
import { useHolds, useWho } from '#lib/person.ts';
import { Icon } from '#ui/icon.tsx';
import { filterOf, ListFilters } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Empty } from '#ui/states.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import {
  restoreTenant,
  tenantKey,
  tenantPage,
  tenantQuery,
  resumeTenant,
  type Seen,
  type TenantFilter,
} from '../calls.ts';
import { EnterDialog } from '../parts/enter-dialog.tsx';
import { TenantCard, tenantColumns } from '../parts/list-columns.tsx';
import { statusCodes } from '../rules.ts';
import { SuspendDialog, MadeDialog, RemoveDialog } from '../parts/step-dialogs.tsx';
import { TenantDrawer, type Made } from '../parts/tenant-drawer.tsx';
import '../parts/tenant.css';

const defaults = { size: 20, sort: [{ by: 'id' as const, desc: false }] };
const filter = filterOf<TenantFilter>();
const filters = [
  filter({
    name: 'status',
    label: '状态',
    control: ({ value, onChange, label }) => (
      <DictSelect<'active' | 'frozen'>
        type="enableStatus"
        codes={statusCodes}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(status) => onChange(status ?? undefined)}
      />
    ),
  }),
  filter({
    name: 'removed',
    label: '范围',
    control: ({ value, onChange, label }) => (
      <Select
        aria-label={label}
        value={value ?? 'false'}
        onChange={(removed: 'true' | 'false') => onChange(removed === 'true' ? 'true' : undefined)}
        options={[
          { value: 'false', label: '在用的单位' },
          { value: 'true', label: '已删除的单位' },
        ]}
      />
    ),
  }),
];

type Step = { kind: 'enter' | 'freeze' | 'remove'; row: TenantRow };

/** 租户: every authority and group that the platform keeps. */
export function Screen() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const who = useWho();
  const mayAdd = useHolds('sys:tenant:add');
  const query = useListQuery(tenantQuery, defaults);
  const state = useQuery(tenantPage(query.input));
  const [target, setTarget] = useState<TenantRow | 'new' | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const back = useMutation({
    mutationFn: ({ run, row }: { run: (seen: Seen) => Promise<unknown>; row: TenantRow; done: string }) => run(row),
    onSuccess: (_answer, { done }) => void message.success(done),
    onSettled: () => client.invalidateQueries({ queryKey: tenantKey }),
  });

  const actions = (row: TenantRow): RowAction[] => {
    const { abilities } = row;
    return [
      ...(abilities.includes('update') ? [{ key: 'edit', label: '编辑', run: () => setTarget(row) }] : []),
      ...(abilities.includes('enter')
        ? [{ key: 'enter', label: '进入', run: () => setStep({ kind: 'enter', row }) }]
        : []),
      ...(abilities.includes('thaw')
        ? [{ key: 'thaw', label: '启用', run: () => back.mutate({ run: resumeTenant, row, done: '已启用' }) }]
        : []),
      ...(abilities.includes('restore')
        ? [{ key: 'restore', label: '恢复', run: () => back.mutate({ run: restoreTenant, row, done: '已恢复' }) }]
        : []),
      ...(abilities.includes('freeze')
        ? [{ key: 'freeze', label: '停用', danger: true, run: () => setStep({ kind: 'freeze', row }) }]
        : []),
      ...(abilities.includes('remove')
        ? [{ key: 'remove', label: '删除', danger: true, run: () => setStep({ kind: 'remove', row }) }]
        : []),
    ];
  };

  return (
    <>
      <PageHead
        title="租户"
        sub="使用本平台的单位；平台只管理单位本身，看不到它们的业务数据"
        end={
          mayAdd && (
            <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setTarget('new')}>
              新增租户
            </Button>
          )
        }
      />
      <ListTable
        label="租户列表"
        settings={`tenant-${who.sysUser.id}`}
        query={query}
        state={state}
        columns={tenantColumns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        actions={actions}
        card={(row) => <TenantCard row={row} />}
        filters={(settings) => (
          <ListFilters
            query={query}
            search={{ name: 'name', placeholder: '单位名称、编号' }}
            filters={filters}
            end={settings}
          />
        )}
        empty={
          <Empty icon="building" title="还没有单位">
            {mayAdd && <Button onClick={() => setTarget('new')}>新增租户</Button>}
          </Empty>
        }
      />
      {target !== null && (
        <TenantDrawer
          row={target === 'new' ? null : target}
          onClose={() => setTarget(null)}
          onSaved={() => {
            setTarget(null);
            void message.success('已保存');
          }}
          onMade={(one) => {
            setTarget(null);
            setMade(one);
          }}
        />
      )}
      {step?.kind === 'enter' && <EnterDialog row={step.row} onClose={() => setStep(null)} />}
      {step?.kind === 'freeze' && <SuspendDialog row={step.row} onClose={() => setStep(null)} />}
      {step?.kind === 'remove' && <RemoveDialog row={step.row} onClose={() => setStep(null)} />}
      {made && <MadeDialog made={made} onClose={() => setMade(null)} />}
    </>
  );
}
