import { numberText } from '@anlan/contract/domain/number-text';
import type { OwnTask } from '@anlan/contract/modules/learning/views';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { ownTasks } from '../calls.ts';
import { playerOf, recordPath } from '../paths.ts';
import { dueText, mayContinue, nextStep } from '../words.ts';
import '../learning.css';

export function Screen() {
  const { data, error, refetch } = useQuery(ownTasks);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const open = data?.filter(mayContinue) ?? [];
  return (
    <div className="learning">
      <PageHead
        title="我的学习"
        end={
          <Link className="btn" to={recordPath} target="_blank">
            我的学习档案
          </Link>
        }
        sub={data && (open.length > 0 ? `还有 ${open.length} 项没有学完` : '没有待学习的任务')}
      />
      {!data && <Skeleton height={320} />}
      {data?.length === 0 && (
        <Empty icon="book" title="还没有学习任务">
          <span>企业发布培训计划后，您的任务会出现在这里。</span>
        </Empty>
      )}
      <ul className="learning-tasks">
        {data?.map((task) => (
          <Task key={task.id} task={task} />
        ))}
      </ul>
    </div>
  );
}

function Task({ task }: { task: OwnTask }) {
  const total = task.hours + task.offlineHours;
  const percent = task.hoursRequired > 0 ? Math.min(100, Math.floor((100 * total) / task.hoursRequired)) : 100;
  const [now] = useState(() => new Date());
  const due = dueText(task, now);
  return (
    <li className="card">
      <Link to={playerOf(task.id)}>
        <span className="learning-title">
          <b>{task.planTitle}</b>
          <DictTag type="assignmentStatus" value={task.status} />
        </span>
        <span className="learning-far">
          <i style={{ width: `${percent}%` }} />
        </span>
        <span className="learning-facts">
          <span>
            学时 <b>{numberText(total, 2)}</b> / {task.hoursRequired}{' '}
            {task.lessonCount > 0 && ` · 课时 ${task.lessonsDone} / ${task.lessonCount}`}
          </span>
          <span className={due.tone}>{due.text}</span>
        </span>
        <span className="learning-next">{nextStep(task)}</span>
      </Link>
    </li>
  );
}
