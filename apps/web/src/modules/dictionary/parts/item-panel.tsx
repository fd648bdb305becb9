import type { AdminItem, Dictionary } from '@anlan/contract/modules/dictionary/admin';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { itemList, orderItems, switchItem } from '../calls.ts';
import { editWords, moveItem } from '../rules.ts';
import { RemoveItemDialog } from './remove-item-dialog.tsx';
import { ItemEditor } from './item-editor.tsx';
import { ItemRow } from './item-row.tsx';

interface Props {
  dictionary: Dictionary;
  platform: boolean;
  onBack: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

export function ItemPanel({ dictionary, platform, onBack, onEdit, onRemove }: Props) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const { data, error, refetch } = useQuery(itemList(dictionary.id));
  const [editing, setEditing] = useState<string | null>(null);
  const [removing, setRemoving] = useState<AdminItem | null>(null);
  const renew = () => client.invalidateQueries({ queryKey: ['dictionary'] });
  const toggle = useMutation({
    mutationFn: switchItem,
    onSuccess: (_answer, { enabled }) => void message.success(enabled ? '已启用' : '已停用，不再提供选择'),
    onSettled: renew,
  });
  const order = useMutation({ mutationFn: orderItems, onSettled: renew });
  const own = (data ?? []).filter((item) => item.own && item.abilities.includes('update'));
  const put = (from: number, to: number) => {
    if (from === to || from < 0 || to < 0 || to >= own.length) return;
    order.mutate({ dictId: dictionary.id, ids: moveItem(own, from, to).map(({ id }) => id) });
  };
  const may = (ability: Dictionary['abilities'][number]) => dictionary.abilities.includes(ability);

  return (
    <section className="card dict-panel" aria-label={dictionary.label}>
      <header>
        <button type="button" className="icon-btn dict-back" aria-label="返回字典列表" onClick={onBack}>
          <Icon name="left" />
        </button>
        <div className="dict-title">
          <h2>{dictionary.label}</h2>
          <small>
            <span className="num">{dictionary.type}</span> · {editWords[dictionary.edit]}
          </small>
        </div>
        <span className="dict-head-acts">
          {may('remove') && (
            <Button type="text" danger onClick={onRemove}>
              删除
            </Button>
          )}
          {may('update') && <Button onClick={onEdit}>编辑</Button>}
          {may('add') && (
            <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setEditing('new')}>
              新增字典项
            </Button>
          )}
        </span>
      </header>
      {dictionary.description && <p className="dict-note">{dictionary.description}</p>}
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="dict-bones" role="status" aria-label="正在读取">
          <Skeleton height={24} />
          <Skeleton height={24} />
          <Skeleton height={24} />
        </div>
      ) : (
        <>
          {editing === 'new' && <ItemEditor dictId={dictionary.id} onDone={() => setEditing(null)} />}
          {data.length === 0 && editing !== 'new' && (
            <Empty icon="list" title="还没有字典项">
              {may('add') && <Button onClick={() => setEditing('new')}>新增字典项</Button>}
            </Empty>
          )}
          <ul className="dict-items">
            {data.map((item) => {
              const at = own.indexOf(item);
              if (editing === item.id)
                return (
                  <li key={item.id}>
                    <ItemEditor dictId={dictionary.id} item={item} onDone={() => setEditing(null)} />
                  </li>
                );
              return (
                <ItemRow
                  key={item.id}
                  item={item}
                  mixed={!platform && dictionary.edit === 'tenant'}
                  place={at < 0 ? null : { first: at === 0, last: at === own.length - 1 }}
                  busy={order.isPending || (toggle.isPending && toggle.variables.id === item.id)}
                  onMove={(by) => put(at, at + by)}
                  onDrop={(id) =>
                    put(
                      own.findIndex((one) => one.id === id),
                      at,
                    )
                  }
                  onSwitch={(enabled) => toggle.mutate({ id: item.id, version: item.version, enabled })}
                  onEdit={() => setEditing(item.id)}
                  onRemove={() => setRemoving(item)}
                />
              );
            })}
          </ul>
        </>
      )}
      <RemoveItemDialog item={removing} onClose={() => setRemoving(null)} />
    </section>
  );
}
