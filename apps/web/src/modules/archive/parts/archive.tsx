import { archiveMeasures } from '@anlan/contract/modules/archive/measures';
import { catalogue, catalogueItem } from '@anlan/contract/modules/archive/catalogue';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, startTransition, Suspense, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ResourceForm } from '#kit/resource-form.tsx';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { archiveOf, boundDocument, boundWaiver, downloadArchive } from '../calls.ts';
import { categoryWith, progressOf, rateWords } from '../rules.ts';
import { Category } from './category.tsx';
import './archive.css';

const ByPhone = lazy(async () => ({ default: (await import('./phone-upload-dialog.tsx')).PhoneUploadDialog }));
const rows = [['name', 'no'], ['issuedOn', 'validTo'], ['keepUntil'], 'files'] as const;

export function Archive({ enterpriseId }: { enterpriseId: string | undefined }) {
  const [params, say] = useSearchParams();
  const { data, error, refetch } = useQuery(archiveOf(enterpriseId));
  const mayAdd = useHasPermit('bus:archives:add') && enterpriseId === undefined;
  // A scanned QR code opens this page with `?add=item`. The form of that item opens immediately.
  const requestedItem = mayAdd ? catalogueItem(params.get('add') ?? '') : undefined;
  const [open, setOpen] = useState<{ kind: 'document' | 'waiver' | 'phone'; item: string } | null>(
    requestedItem && requestedItem.need !== 'system' ? { kind: 'document', item: requestedItem.code } : null,
  );
  const close = useCallback(() => {
    setOpen(null);
    say(
      (old) => {
        old.delete('add');
        return old;
      },
      { replace: true },
    );
  }, [say]);
  const mayTake = useHasPermit('bus:archives:export');
  const take = useMutation({ mutationFn: (as: 'zip' | 'pdf') => downloadArchive(enterpriseId, as) });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={480} />;
  const states = new Map(data.items.map((item) => [item.code, item]));
  const selectedCategory = catalogue.find(({ code }) => code === params.get('category')) ?? catalogue[0];
  const choose = (category: string) =>
    say(
      (old) => {
        old.set('category', category);
        return old;
      },
      { replace: true },
    );
  const first = data.first === null ? undefined : catalogueItem(data.first);
  const begin = () => {
    if (!first) return;
    choose(categoryWith(first.code));
    if (mayAdd) startTransition(() => setOpen({ kind: 'document', item: first.code }));
  };
  return (
    <>
      <PageHead
        title="一企一档"
        sub={
          <>
            {data.enterpriseName} · {catalogue.length} 类资料，按企业特征应有{' '}
            <span data-measure={archiveMeasures.applicable.key} title={archiveMeasures.applicable.definition}>
              {data.applicable}
            </span>{' '}
            项
          </>
        }
        end={
          mayTake && (
            <>
              <Button
                icon={<Icon name="download" size={16} />}
                loading={take.isPending}
                onClick={() => take.mutate('zip')}
              >
                下载压缩包
              </Button>
              <Button
                icon={<Icon name="file" size={16} />}
                disabled={take.isPending}
                onClick={() => take.mutate('pdf')}
              >
                下载 PDF
              </Button>
            </>
          )
        }
      />
      {first && (
        <div className="archive-first" role="note">
          <span>
            <Icon name="alert" size={16} /> {data.missing > 0 && `缺 ${data.missing} 项必备资料`}
            {data.missing > 0 && data.expired > 0 && '，'}
            {data.expired > 0 && `过期 ${data.expired} 项`}，从《{first.label}》开始
          </span>
          <Button size="small" onClick={begin}>
            {mayAdd ? '逐项补齐' : '去看看'}
          </Button>
        </div>
      )}
      <div className="archive">
        <nav className="archive-tree" aria-label="档案类别">
          <p className="archive-rate">
            <b>{rateWords(data.rate)}</b>
            <span>
              档案完整率
              <small>
                {data.good} / {data.applicable} 项有效
              </small>
            </span>
          </p>
          {catalogue.map((category) => {
            const far = progressOf(category, states);
            return (
              <button
                key={category.code}
                type="button"
                aria-current={category === selectedCategory ? 'true' : undefined}
                onClick={() => choose(category.code)}
              >
                <span>{category.label}</span>
                <span className={far !== null && far.good < far.of ? 'archive-lack' : 'archive-far'}>
                  {far === null ? '不涉及' : `${far.good}/${far.of}`}
                </span>
              </button>
            );
          })}
        </nav>
        {selectedCategory && (
          <Category
            enterpriseId={enterpriseId}
            of={selectedCategory}
            states={states}
            mayAdd={mayAdd}
            onAdd={(kind, item) => startTransition(() => setOpen({ kind, item }))}
          />
        )}
      </div>
      <Suspense fallback={null}>{open?.kind === 'phone' && <ByPhone item={open.item} onClose={close} />}</Suspense>
      {open && open.kind !== 'phone' && (
        <ResourceForm
          bound={open.kind === 'document' ? boundDocument : boundWaiver}
          target={{
            row: null,
            preset: {
              item: open.item,
              ...(open.kind === 'document' ? { name: catalogueItem(open.item)?.label ?? '' } : {}),
            },
          }}
          look={{ rows: open.kind === 'document' ? ['item', ...rows] : ['item', 'reason'] }}
          several={false}
          onSaved={() => {
            close();
            void refetch();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
