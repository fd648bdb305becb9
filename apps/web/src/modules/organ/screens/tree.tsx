import type { OrganRow } from '@anlan/contract/modules/user/organ';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Alert } from 'antd';
import { Suspense, useState } from 'react';
import type { FormTarget } from '#kit/resource-form.tsx';
import { Icon } from '#ui/icon.tsx';
import '#ui/list/list.css';
import { RowActions, type RowAction } from '#ui/list/row-actions.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { useHasPermit } from '#lib/current-user.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { boundOrgan, formRow, organKeys, organList, updateOrgan, removeOrgan } from '../calls.ts';
import { organLook } from '../parts/organ-form.tsx';
import { findMatches, inOrder, type Placed } from '../rules.ts';
import '../parts/organ.css';

function RemoveDialog({ row, onClose }: { row: Placed; onClose: () => void }) {
  const standing =
    row.below > 0 ? `下面还有 ${row.below} 个机构` : row.people > 0 ? `还有 ${row.people} 人在该机构` : null;
  return (
    <AskDialog
      title={`删除机构“${row.name}”？`}
      verb="删除"
      danger
      canAct={standing === null}
      act={() => removeOrgan(row.id)}
      renews={organKeys}
      done={`已删除“${row.name}”`}
      onClose={onClose}
    >
      {standing === null ? (
        <p>删除后不能恢复；日志中保留记录。</p>
      ) : (
        <Alert type="warning" showIcon title={`${standing}，请先移走或调离`} />
      )}
    </AskDialog>
  );
}

const ResourceForm = lazyPart(async () => (await import('#kit/resource-form.tsx')).ResourceForm);

const lastOf = (path: string) => path.split('/').at(-1)?.trim();

export function Screen() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [mayAdd, mayEdit, mayRemove] = [
    useHasPermit('sys:organ:add'),
    useHasPermit('sys:organ:edit'),
    useHasPermit('sys:organ:del'),
  ];
  const { data, error, refetch } = useQuery(organList);
  const [word, setWord] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [target, setTarget] = useState<FormTarget | null>(null);
  const [removing, setRemoving] = useState<Placed | null>(null);
  const renew = () => Promise.all(organKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
  const move = useMutation({
    mutationFn: ({ id, version, sort }: OrganRow) => updateOrgan({ id, version, sort }),
    onError: (failure) => void message.error(failure.message),
    onSettled: renew,
  });
  const add = (parentId?: string) => setTarget({ row: null, ...(parentId ? { preset: { parentId } } : {}) });
  const rows = data ?? [];
  const searching = word.trim() !== '';
  const shown = inOrder(findMatches(rows, word), searching ? new Set() : folded);
  const fold = (id: string) =>
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const actions = (row: Placed): RowAction[] => [
    ...(mayAdd ? [{ key: 'add', label: '新增下级', run: () => add(row.id) }] : []),
    ...(mayEdit
      ? [
          { key: 'edit', label: '编辑', run: () => setTarget({ row: formRow(row) }) },
          ...(!searching && row.place > 0
            ? [{ key: 'up', label: '上移', run: () => move.mutate({ ...row, sort: row.place - 1 }) }]
            : []),
          ...(!searching && row.place < row.siblings - 1
            ? [{ key: 'down', label: '下移', run: () => move.mutate({ ...row, sort: row.place + 1 }) }]
            : []),
        ]
      : []),
    ...(mayRemove ? [{ key: 'remove', label: '删除', danger: true, run: () => setRemoving(row) }] : []),
  ];

  return (
    <>
      <PageHead
        title="机构"
        sub={data ? `共 ${rows.length} 个机构，${rows.reduce((sum, { people }) => sum + people, 0)} 人` : '　'}
        end={
          mayAdd && (
            <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => add()}>
              新增一级机构
            </Button>
          )
        }
      />
      <section className="list" aria-label="机构列表">
        <div className="list-filters">
          <Input
            type="search"
            className="list-search"
            allowClear
            placeholder="机构名称"
            aria-label="机构名称"
            prefix={<Icon name="search" size={16} />}
            value={word}
            onChange={({ target: { value } }) => setWord(value)}
          />
          {rows.length > shown.length && !searching && (
            <Button type="link" onClick={() => setFolded(new Set())}>
              全部展开
            </Button>
          )}
        </div>
        {error && !data ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <div className="organ-bones">
            {[0, 1, 2, 3, 4, 5].map((line) => (
              <Skeleton key={line} width={`${70 - line * 6}%`} />
            ))}
          </div>
        ) : shown.length === 0 ? (
          <Empty icon="tenant" title={searching ? '没有符合条件的机构' : '还没有机构'} />
        ) : (
          <ul className="organ-rows">
            {shown.map((row) => (
              <li key={row.id} className="organ-row" style={{ '--depth': row.depth } as React.CSSProperties}>
                <span className="organ-name">
                  {row.below > 0 && !searching ? (
                    <button
                      type="button"
                      className="organ-fold"
                      aria-expanded={!folded.has(row.id)}
                      aria-label={`${folded.has(row.id) ? '展开' : '收起'} ${row.name}`}
                      onClick={() => fold(row.id)}
                    >
                      <Icon name={folded.has(row.id) ? 'right' : 'down'} size={14} />
                    </button>
                  ) : (
                    <span className="organ-fold" />
                  )}
                  <span className="organ-text" title={row.name}>
                    {row.name}
                  </span>
                </span>
                <span className="organ-region" title={row.regionName ?? undefined}>
                  {row.regionName === null ? <small>未设所辖区域</small> : lastOf(row.regionName)}
                  {row.regionName !== null && row.regionCode === null && <small>，同上级</small>}
                </span>
                <span className="organ-people">
                  {row.people} 人{row.allPeople > row.people && <small>，含下级 {row.allPeople} 人</small>}
                </span>
                <RowActions name={row.name} actions={actions(row)} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <Suspense fallback={null}>
        {target && (
          <ResourceForm
            key={target.row?.id ?? 'new'}
            bound={boundOrgan}
            target={target}
            look={organLook}
            several
            onSaved={(isNew) => {
              void renew();
              setTarget(null);
              void message.success(isNew ? '已新增机构' : '已保存');
            }}
            onClose={() => setTarget(null)}
          />
        )}
      </Suspense>
      {removing && <RemoveDialog row={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
