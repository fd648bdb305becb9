import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Pagination } from 'antd';
import { useState } from 'react';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { callQuery } from '#lib/call-query.ts';
import { wxMaterials, type WxPublication } from '#lib/wx-material-calls.ts';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';

const words = {
  underWay: ['orange', '发布中'],
  published: ['green', '已发布'],
  failed: ['red', '发布失败'],
  withdrawn: ['grey', '已撤回'],
} as const;
const size = 10;

export function Publications({ appId, mayEdit }: { appId: string; mayEdit: boolean }) {
  const [at, setAt] = useState(1);
  const [withdrawing, setWithdrawing] = useState<WxPublication | null>(null);
  const client = useQueryClient();
  const { message } = App.useApp();
  const key = ['wx-publication', appId];
  const { data, error, refetch } = useQuery(
    callQuery(
      [...key, at],
      wxMaterials.publicationPage,
      { filter: { appId }, page: at, size, sort: [] },
      { refetchInterval: ({ state }) => (state.data?.rows.some((one) => one.state === 'underWay') ? 3_000 : false) },
    ),
  );
  const check = useMutation({
    mutationFn: ({ id }: WxPublication) => wxMaterials.publicationCheck({ id }, { quiet: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
    onError: (failed) => void message.error(failed.message),
  });
  return (
    <section aria-label="发布记录" className="publications">
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data?.rows.length === 0 && <Empty icon="file" title="还没有发布过图文。在“图文”里选一篇草稿发布" />}
      <ul>
        {data?.rows.map((one) => (
          <li key={one.id}>
            <span className="publications-what">
              <strong className="cut">{one.title}</strong>
              <span className={`tag tone-${words[one.state][0]}`}>{words[one.state][1]}</span>
            </span>
            <span className="material-foot">
              <span>
                {formatInstant(one.submittedAt).slice(0, 16)} {one.submittedBy ?? ''} 提交
              </span>
              {one.problem && <span className="bad">{one.problem}</span>}
              {one.state === 'published' &&
                one.articleUrls.map((url, no) => (
                  <a key={url} className="link" href={url} target="_blank" rel="noopener noreferrer nofollow">
                    {one.articleUrls.length > 1 ? `查看第 ${no + 1} 篇` : '查看文章'}
                  </a>
                ))}
            </span>
            {mayEdit && one.state === 'underWay' && (
              <Button size="small" loading={check.isPending} onClick={() => check.mutate(one)}>
                查询结果
              </Button>
            )}
            {mayEdit && one.state === 'published' && (
              <Button size="small" danger aria-label={`撤回${one.title}`} onClick={() => setWithdrawing(one)}>
                撤回
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data && data.total > size && (
        <Pagination align="end" current={at} pageSize={size} total={data.total} onChange={setAt} />
      )}
      {withdrawing && (
        <AskDialog
          title={`撤回“${withdrawing.title}”？`}
          verb="撤回"
          danger
          act={() => wxMaterials.withdraw({ id: withdrawing.id }, { quiet: true })}
          renews={[key]}
          done="已撤回"
          onClose={() => setWithdrawing(null)}
        >
          <p>撤回后粉丝打不开这篇文章，不能恢复。</p>
        </AskDialog>
      )}
    </section>
  );
}
