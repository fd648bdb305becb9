import { formatInstant } from '@anlan/contract/domain/instant';
import { faceResults } from '@anlan/contract/modules/learning/face';
import type { LearningTask } from '@anlan/contract/modules/learning/task';
import type { OwnSitting } from '@anlan/contract/modules/learning/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { callQuery } from '#lib/call-query.ts';
import { hasPermit, useCurrentUser } from '#lib/current-user.ts';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { clockText } from '#widgets/duration.ts';
import { records } from './calls.ts';
import './sittings.css';

/** Sittings (learning sessions) of a task with their face checks. The supervisor decides disputed face checks. */
export function SittingsDialog({ row, onClose }: { row: LearningTask; onClose: () => void }) {
  const client = useQueryClient();
  const queryKey = ['learning-task-sittings', row.id];
  const { data, error, refetch } = useQuery(callQuery(queryKey, records.sittings, { id: row.id }));
  const decide = useMutation({
    mutationFn: (input: { id: string; confirm: boolean }) => records.faceDecide(input, { quiet: true }),
    onSuccess: () => client.invalidateQueries(),
  });
  return (
    <TabModal open title={`学习记录：${row.employeeName ?? ''}`} onCancel={onClose} footer={null} width={640}>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={200} />}
      {decide.error && <Alert type="error" showIcon title={decide.error.message} role="alert" />}
      {data?.length === 0 && <Empty icon="book" title="还没有学习记录" />}
      <ul className="sittings">
        {data?.map((one) => (
          <Sitting
            key={one.id}
            one={one}
            isBusy={decide.isPending}
            onDecide={(confirm) => decide.mutate({ id: one.id, confirm })}
          />
        ))}
      </ul>
    </TabModal>
  );
}

function Sitting({
  one,
  isBusy,
  onDecide,
}: {
  one: OwnSitting;
  isBusy: boolean;
  onDecide: (confirm: boolean) => void;
}) {
  const who = useCurrentUser();
  const mayDecide = one.held === 'waiting' && hasPermit('bus:dailyeducation:edit') && who.sysUser.type === 'enterprise';
  return (
    <li>
      <b>{one.lessonTitle}</b>
      <span>
        {formatInstant(one.startedAt).slice(0, 16)} · 计入 {clockText(one.creditedMs)}
        {one.held === 'waiting' && ` · 待人工确认 ${clockText(one.heldMs)}`}
        {one.held === 'rejected' && ` · ${clockText(one.heldMs)} 未计入`}
      </span>
      {one.faceChecks.length > 0 && (
        <small>
          人脸核验：
          {one.faceChecks
            .map(({ at, result }) => `${formatInstant(at).slice(11, 16)} ${faceResults[result]}`)
            .join('，')}
        </small>
      )}
      {mayDecide && (
        <span className="sittings-acts">
          <Button size="small" type="primary" loading={isBusy} onClick={() => onDecide(true)}>
            确认是本人
          </Button>
          <Button size="small" danger disabled={isBusy} onClick={() => onDecide(false)}>
            不是本人
          </Button>
        </span>
      )}
    </li>
  );
}
