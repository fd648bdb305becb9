import type { Dictionary } from '@anlan/contract/modules/dictionary/admin';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Empty, LoadFailed } from '#ui/page-states.tsx';
import { dictionaryList } from '../calls.ts';
import { RemoveItemDialog } from '../parts/remove-item-dialog.tsx';
import { ItemPanel } from '../parts/item-panel.tsx';
import { TypeDialog } from '../parts/type-dialog.tsx';
import { TypeList } from '../parts/type-list.tsx';
import '../parts/regions.css';
import '../parts/dictionary.css';

export function Screen() {
  const platform = useCurrentUser().sysUser.type === 'platform';
  const mayAdd = useHasPermit('sys:dict:add') && platform;
  const mayKeep = useHasPermit('sys:dictitem:add');
  const [keyword, setKeyword] = useState('');
  const { data, error, refetch } = useQuery(dictionaryList(useDeferredValue(keyword.trim())));
  const [selectedDictionary, setSelectedDictionary] = useState<Dictionary | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null);
  const [removing, setRemoving] = useState<Dictionary | null>(null);

  const rows = data?.rows;
  const byType = rows?.find(({ type }) => type === wanted);
  if (byType && wanted !== null) {
    setWanted(null);
    setSelectedDictionary(byType);
  }
  // Use the newest copy of the selected dictionary: the list is refetched after each change.
  const current = selectedDictionary && (rows?.find(({ id }) => id === selectedDictionary.id) ?? selectedDictionary);
  const sub = platform
    ? '所有单位的下拉选项和标签都来自这里，修改后立即生效'
    : mayKeep
      ? '标有“单位可添加”的字典可以加入本单位的字典项'
      : '下拉选项和标签的来源，由管理员维护';

  return (
    <>
      <PageHead
        title="字典"
        sub={sub}
        end={
          mayAdd && (
            <Button icon={<Icon name="plus" size={16} />} onClick={() => setDialog('new')}>
              新增字典
            </Button>
          )
        }
      />
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={current ? 'dict-desk chosen' : 'dict-desk'}>
          <TypeList
            rows={rows}
            total={data?.total ?? 0}
            keyword={keyword}
            onKeyword={setKeyword}
            selectedId={current?.id ?? null}
            onChoose={setSelectedDictionary}
          />
          {current ? (
            <ItemPanel
              key={current.id}
              dictionary={current}
              platform={platform}
              onBack={() => setSelectedDictionary(null)}
              onEdit={() => setDialog('edit')}
              onRemove={() => setRemoving(current)}
            />
          ) : (
            <section className="card dict-panel dict-nothing" aria-label="字典项">
              <Empty icon="book" title="选择一个字典，查看它的字典项" />
            </section>
          )}
        </div>
      )}
      {dialog !== null && (
        <TypeDialog
          row={dialog === 'edit' ? current : null}
          onClose={() => setDialog(null)}
          onAdded={(type) => {
            setKeyword('');
            setWanted(type);
          }}
        />
      )}
      <RemoveItemDialog
        dictionary={removing}
        onClose={() => {
          setRemoving(null);
          if (!rows?.some(({ id }) => id === removing?.id)) setSelectedDictionary(null);
        }}
      />
    </>
  );
}
