import { readDesign } from '@anlan/contract/modules/page-design/design';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { PageEdition } from '@anlan/contract/modules/page-design/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useHasPermit } from '#lib/current-user.ts';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { editionsOf, pagesApi } from '../calls.ts';
import { useDesigner } from '../state.ts';
import { usePage } from './page-context.ts';
import type { Autosave } from './use-autosave.ts';

const states = { live: ['线上', 'green'], waiting: ['等待发布', 'orange'], past: ['历史', 'grey'] } as const;
const minute = (at: Date) => formatInstant(at).slice(0, 16);

export function VersionsDialog({ keeping, onClose }: { keeping: Autosave; onClose: () => void }) {
  const { page } = usePage();
  const { acts } = useDesigner();
  const { data, error, refetch } = useQuery(editionsOf(page.id));
  const mayPublish = useHasPermit('mall:pagedevise:publish');
  const client = useQueryClient();
  const { message } = App.useApp();
  const changed = () => {
    void client.invalidateQueries({ queryKey: ['page-design', 'editions', page.id] });
    void client.invalidateQueries({ queryKey: ['pageDesign'] });
  };
  const back = useMutation({
    mutationFn: async ({ edition }: PageEdition) => {
      const made = await pagesApi.rollBack({ id: page.id, edition }, { quiet: true });
      return { made, draft: await pagesApi.draft({ id: page.id }, { quiet: true }), edition };
    },
    onSuccess({ made, draft, edition }) {
      const { design } = readDesign(draft.design);
      if (design) {
        acts.replace(design, `已恢复第 ${edition} 版`);
        keeping.adoptPublished(draft.version, made.edition);
      }
      changed();
      void message.success(`已恢复第 ${edition} 版，成为第 ${made.edition} 版`);
    },
  });
  const drop = useMutation({
    mutationFn: () => pagesApi.unschedule({ id: page.id }, { quiet: true }),
    onSuccess() {
      changed();
      void message.success('已取消定时发布');
    },
  });
  const failed = back.error ?? drop.error;
  return (
    <TabModal open title="版本" footer={null} onCancel={onClose} width={640}>
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {failed && (
        <p className="bad" role="alert">
          {failed.message}
        </p>
      )}
      {data?.length === 0 && <Empty icon="clock" title="还没有发布过" />}
      <ul className="pd-versions">
        {data?.map((one) => (
          <li key={one.edition}>
            <span>
              <b>第 {one.edition} 版</b>{' '}
              <span className={`tag tone-${states[one.state][1]}`}>{states[one.state][0]}</span>
              <small>
                {minute(one.goesAt)} · {one.publishedBy ?? '系统'} · {one.parts} 个组件
                {one.note !== null && ` · ${one.note}`}
              </small>
            </span>
            {mayPublish && one.state === 'past' && (
              <Button
                size="small"
                aria-label={`恢复第 ${one.edition} 版`}
                loading={back.isPending && back.variables.edition === one.edition}
                onClick={() => back.mutate(one)}
              >
                恢复
              </Button>
            )}
            {mayPublish && one.state === 'waiting' && (
              <Button size="small" loading={drop.isPending} onClick={() => drop.mutate()}>
                取消
              </Button>
            )}
          </li>
        ))}
      </ul>
    </TabModal>
  );
}
