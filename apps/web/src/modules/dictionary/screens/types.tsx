import type { Dictionary } from '@anlan/contract/modules/dictionary/admin';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useHolds, useWho } from '#lib/person.ts';
import { Icon } from '#ui/icon.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Empty, LoadFailed } from '#ui/states.tsx';
import { dictionaryList } from '../calls.ts';
import { GoneDialog } from '../parts/gone-dialog.tsx';
import { ItemPanel } from '../parts/item-panel.tsx';
import { TypeDialog } from '../parts/type-dialog.tsx';
import { TypeList } from '../parts/type-list.tsx';
import '../parts/regions.css';
import '../parts/dictionary.css';

/** 字典: the words that selects and labels are made of; what one may change depends on whose they are. */
export function Screen() {
  const platform = useWho().sysUser.type === 'platform';
  const mayAdd = useHolds('sys:dict:add') && platform;
  const mayKeep = useHolds('sys:dictitem:add');
  const [keyword, setKeyword] = useState('');
  const { data, error, refetch } = useQuery(dictionaryList(useDeferredValue(keyword.trim())));
  const [chosen, setChosen] = useState<Dictionary | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null);
  const [removing, setRemoving] = useState<Dictionary | null>(null);

  const rows = data?.rows;
  const byType = rows?.find(({ type }) => type === wanted);
  if (byType && wanted !== null) {
    setWanted(null);
    setChosen(byType);
  }
  // The newest of what is known: the list is read anew after each change.
  const current = chosen && (rows?.find(({ id }) => id === chosen.id) ?? chosen);
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
            chosen={current?.id ?? null}
            onChoose={setChosen}
          />
          {current ? (
            <ItemPanel
              key={current.id}
              dictionary={current}
              platform={platform}
              onBack={() => setChosen(null)}
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
      <GoneDialog
        dictionary={removing}
        onClose={() => {
          setRemoving(null);
          if (!rows?.some(({ id }) => id === removing?.id)) setChosen(null);
        }}
      />
    </>
  );
}
