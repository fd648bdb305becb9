import type { TopicView } from '@anlan/contract/modules/topic/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { entriesOf, topicKey, topics } from './calls.ts';
import { iconOptions } from './items-control.tsx';
import './topic.css';

type Entry = TopicView['items'][number];

/** Quick entries of the user's own enterprise: edit, add, remove, or reset to the entries of the tenant. */
export function EntriesDrawer({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(entriesOf);
  const client = useQueryClient();
  const { message } = App.useApp();
  const [editing, setEditing] = useState<Partial<Entry> | null>(null);
  const done = async (successText: string) => {
    setEditing(null);
    await client.invalidateQueries({ queryKey: topicKey });
    void message.success(successText);
  };
  const save = useMutation({
    mutationFn: ({ id, name = '', value, icon = null }: Partial<Entry>) =>
      topics.updateEntItem({ ...(id ? { id } : {}), name, value: value ?? '', icon }),
    onSuccess: () => done('已保存'),
  });
  const remove = useMutation({
    mutationFn: (id: string) => topics.delEntItem({ id }),
    onSuccess: () => done('已移除，可以随时恢复默认'),
  });
  const reset = useMutation({ mutationFn: () => topics.resetEntItem({}), onSuccess: () => done('已恢复默认') });
  const who = useCurrentUser().sysUser.type;
  const mayEdit = useHasPermit('bus:specialtopic:item') && who === 'enterprise';
  const items = data?.flatMap((one) => one.items) ?? [];
  return (
    <TabDrawer open size={560} title={mayEdit ? '本企业快捷入口' : '首页快捷入口'} onClose={onClose}>
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={240} />
      ) : (
        <div className="topic-body">
          <p className="topic-note">
            {mayEdit
              ? '这里的改动只影响本企业首页；“恢复默认”后与监管单位设置的一致。'
              : '企业首页按这个次序显示，各企业可以自行调整。'}
          </p>
          {items.length === 0 && <Empty title="没有快捷入口" />}
          <ul className="topic-tasks" aria-label="快捷入口">
            {items.map((item) => (
              <li key={item.id} className="topic-task">
                {editing?.id === item.id ? (
                  <EntryForm
                    entry={editing}
                    saving={save.isPending}
                    onChange={setEditing}
                    onSave={() => save.mutate(editing)}
                  />
                ) : (
                  <header>
                    <b>{item.name}</b>
                    {item.status === '1' && <span className="topic-state">本企业</span>}
                    <small>{item.value}</small>
                    {mayEdit && (
                      <span>
                        <Button size="small" type="text" onClick={() => setEditing(item)}>
                          修改
                        </Button>
                        <Button
                          size="small"
                          type="text"
                          danger
                          loading={remove.isPending && remove.variables === item.id}
                          onClick={() => remove.mutate(item.id)}
                        >
                          移除
                        </Button>
                      </span>
                    )}
                  </header>
                )}
              </li>
            ))}
            {editing && !editing.id && (
              <li className="topic-task">
                <EntryForm
                  entry={editing}
                  saving={save.isPending}
                  onChange={setEditing}
                  onSave={() => save.mutate(editing)}
                />
              </li>
            )}
          </ul>
          {mayEdit && (
            <span className="topic-filter">
              <Button icon={<Icon name="plus" size={16} />} onClick={() => setEditing({ name: '', value: '/' })}>
                添加入口
              </Button>
              <Button loading={reset.isPending} onClick={() => reset.mutate()}>
                恢复默认
              </Button>
            </span>
          )}
        </div>
      )}
    </TabDrawer>
  );
}

interface FormProps {
  entry: Partial<Entry>;
  saving: boolean;
  onChange: (entry: Partial<Entry> | null) => void;
  onSave: () => void;
}
function EntryForm({ entry, saving, onChange, onSave }: FormProps) {
  const whole = Boolean(entry.name?.trim()) && /^\/[^/\\]/.test(entry.value ?? '');
  return (
    <>
      <Input
        aria-label="名称"
        placeholder="名称"
        maxLength={40}
        value={entry.name ?? ''}
        onChange={({ target }) => onChange({ ...entry, name: target.value })}
      />
      <Input
        aria-label="页面地址"
        placeholder="页面地址，如 /bus/enterprisewarn/index"
        maxLength={200}
        value={entry.value ?? ''}
        onChange={({ target }) => onChange({ ...entry, value: target.value })}
      />
      <Select
        aria-label="图标"
        placeholder="图标"
        allowClear
        options={iconOptions}
        value={entry.icon || null}
        onChange={(icon: string | undefined) => onChange({ ...entry, icon: icon ?? null })}
      />
      <span className="topic-filter">
        <Button type="primary" loading={saving} disabled={!whole} onClick={onSave}>
          保存
        </Button>
        <Button onClick={() => onChange(null)}>取消</Button>
        {!whole && <small className="topic-note">请填写名称和以 / 开头的页面地址</small>}
      </span>
    </>
  );
}
