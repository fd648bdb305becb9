import { numberText } from '@anlan/contract/domain/number-text';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { OwnLesson, TaskView } from '@anlan/contract/modules/learning/views';
import { faceResults } from '@anlan/contract/modules/learning/face';
import { lessonMedia } from '@anlan/contract/modules/course/lesson';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { clockText } from '#widgets/duration.ts';
import { examReviewOf, taskOf } from '../calls.ts';
import { Lock, Play, Tick } from '../parts/player-icons.tsx';
import { Ending } from '../parts/task-completion.tsx';
import { FaceConsent, FaceState } from '../parts/face-state.tsx';
import { Exam, Review } from '../parts/exam.tsx';
import { LessonPages } from '../parts/pages.tsx';
import { useSitting } from '../parts/use-sitting.ts';
import { LessonVideo } from '../parts/video.tsx';
import { minePath } from '../paths.ts';
import { dueText, nextStep } from '../words.ts';
import '../learning.css';

/** The player of one learning task (RT-27). Without an id it leads to the user's own courses. */
export function Screen() {
  const id = new URLSearchParams(useLocation().search).get('id');
  return id ? <TaskPlayer id={id} /> : <Navigate to={minePath} replace />;
}

function TaskPlayer({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(taskOf(id));
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={480} />;
  return <Player key={id} task={data} />;
}

function Player({ task }: { task: TaskView }) {
  const firstOpen = task.lessons.find(({ state }) => state === 'open') ?? task.lessons[0];
  const [key, setKey] = useState(firstOpen?.key);
  const [isExam, setIsExam] = useState(false);
  const lesson = task.lessons.find((one) => one.key === key);
  const [now] = useState(() => new Date());
  const due = dueText(task, now);
  const at = task.lessons.findIndex((one) => one.key === key);
  const next = task.lessons[at + 1];
  const openExam = () => setIsExam(true);
  const { data: review } = useQuery({
    ...examReviewOf(task.id),
    enabled: task.exam !== null && ['passed', 'signPending', 'failed'].includes(task.status),
  });
  const following: Following | null =
    next && next.state !== 'locked'
      ? { label: '下一课', run: () => setKey(next.key) }
      : !next && task.status === 'examPending'
        ? { label: '去考试', run: openExam }
        : null;
  return (
    <div className="learning player">
      <PageHead
        title={
          <>
            {lesson?.title ?? task.planTitle} <DictTag type="assignmentStatus" value={task.status} />
          </>
        }
        sub={`${task.planTitle}${lesson ? ` · 第 ${at + 1} 课 / 共 ${task.lessons.length} 课` : ''}`}
        end={<span className={`player-due ${due.tone}`}>{due.text}</span>}
      />
      <div className="player-grid">
        <div className="player-main">
          {lesson ? (
            <Lesson key={lesson.key} task={task} lesson={lesson} following={following} />
          ) : (
            <Empty icon="book" title="没有课时" />
          )}
        </div>
        <Ending task={task} />
        {review && <Review review={review} />}
        {task.face && <FaceConsent face={task.face} />}
        <Side task={task} chosen={key} onChoose={setKey} onExam={openExam} />
        <Records task={task} />
      </div>
      {isExam && <Exam taskId={task.id} onClose={() => setIsExam(false)} />}
    </div>
  );
}

/** What follows a finished lesson. */
interface Following {
  label: string;
  run: () => void;
}

function Lesson({ task, lesson, following }: { task: TaskView; lesson: OwnLesson; following: Following | null }) {
  const use = useSitting(task.id, lesson.key);
  const mode = use.view?.mode ?? null;
  const creditedMs = use.view?.state.creditedMs ?? lesson.creditedMs;
  const [failures, setFailures] = useState(0);
  return (
    <>
      {lesson.media === 'video' ? (
        <LessonVideo lesson={lesson} use={use} failures={failures} setFailures={setFailures} />
      ) : (
        <LessonPages lesson={lesson} use={use} />
      )}
      {(mode === 'offline' || mode === 'full') && (
        <p className="player-offline" role="status">
          <b>{mode === 'full' ? '断网已满 5 分钟，已暂停' : '网络断了，学时先在这里记着'}</b>
          已记 {clockText(use.view?.keptMs ?? 0)}，联网后补计，最多 5 分钟。
        </p>
      )}
      <FaceState use={use} />
      {(mode === 'over' || use.problem) && (
        <p className="player-problem" role="alert">
          {use.view?.problem ?? use.problem}
          {mode === 'over' && (
            <button type="button" className="btn" onClick={() => void use.begin()}>
              在这里继续
            </button>
          )}
        </p>
      )}
      <div className="player-credit">
        {mode === 'counting' && failures === 0 && !use.view?.state.face && (
          <b className="good">
            <Tick /> {use.view?.state.lessonDone ? '本课已学完' : '正在计入学时'}
          </b>
        )}
        <span>
          本课已计入 <b>{clockText(creditedMs)}</b> / {clockText(lesson.seconds * 1000)}
        </span>
        {following && (use.view?.state.lessonDone || lesson.state === 'done') && (
          <Button type="primary" onClick={following.run}>
            {following.label}
          </Button>
        )}
        <span className="player-legend">
          <i className="credited" /> 已计入 <i className="seen" /> 看了但没计入 <Lock /> 圆点之后不能快进
        </span>
      </div>
    </>
  );
}

const stateOf = ({ state, key }: OwnLesson, selectedKey: string | undefined) => {
  if (state === 'done') return <Tick />;
  if (state === 'locked') return <Lock />;
  return key === selectedKey ? <Play /> : null;
};

function Side({
  task,
  chosen: selectedKey,
  onChoose,
  onExam,
}: {
  task: TaskView;
  chosen: string | undefined;
  onChoose: (key: string) => void;
  onExam: () => void;
}) {
  const total = task.hours + task.offlineHours;
  const left = Math.max(0, Math.round((task.hoursRequired - total) * 100) / 100);
  const percent = task.hoursRequired > 0 ? Math.min(100, (100 * total) / task.hoursRequired) : 100;
  return (
    <section className="card player-side" aria-label="学时与课时">
      <header>
        <h2>学时</h2>
        <small>计入 / 应修</small>
      </header>
      <div className="player-hours">
        <span>
          <b>{numberText(total, 2)}</b> / {task.hoursRequired} 学时
        </span>
        <span className="learning-far">
          <i style={{ width: `${percent}%` }} />
        </span>
        <small>
          {task.heldMs > 0 && `待人工确认 ${clockText(task.heldMs)} · `}
          线上 {task.hours} · 线下 {task.offlineHours} · {task.hourMinutes} 分钟为 1 学时
        </small>
      </div>
      <ol>
        {task.lessons.map((one, at) => (
          <li key={one.key}>
            <button
              type="button"
              aria-current={one.key === selectedKey ? 'true' : undefined}
              disabled={one.state === 'locked'}
              onClick={() => onChoose(one.key)}
            >
              <i data-state={one.state}>{stateOf(one, selectedKey)}</i>
              <span>
                <b>
                  {at + 1}. {one.title}
                </b>
                <small>
                  {one.state === 'locked'
                    ? `学完第 ${at} 课后解锁`
                    : `${lessonMedia[one.media]} · 已计入 ${clockText(one.creditedMs)}`}
                </small>
              </span>
              <em>{clockText(one.seconds * 1000)}</em>
            </button>
          </li>
        ))}
      </ol>
      <footer>
        <b>下一步</b> 学满 {task.hoursRequired} 学时{task.exam ? ' → 考试' : ''}
        {task.signRequired ? ' → 签名' : ''}
        <span>
          {left > 0 ? `还差 ${left} 学时` : nextStep(task)}
          {task.exam ? `，考试合格分 ${task.exam.passScore}` : ''}
        </span>
        {task.status === 'examPending' && (
          <Button type="primary" onClick={onExam}>
            去考试（还有 {task.exam?.left ?? 0} 次）
          </Button>
        )}
      </footer>
    </section>
  );
}

function Records({ task }: { task: TaskView }) {
  if (task.sittings.length === 0) return null;
  return (
    <section className="card player-records" aria-label="计入明细">
      <header>
        <h2>计入明细</h2>
        <small>每 15 秒由服务器核对一次</small>
      </header>
      <ul>
        {task.sittings.map((one) => (
          <li key={one.id}>
            <span>
              {formatInstant(one.startedAt).slice(5, 16)} – {one.endedAt && formatInstant(one.endedAt).slice(11, 16)}
            </span>
            <b className={one.creditedMs > 0 ? 'good' : ''}>{clockText(one.creditedMs)}</b>
            <span>
              {one.lessonTitle}
              {one.offlineMs > 0 && ` · 断网 ${clockText(one.offlineMs)} 已补计`}
              {one.held === 'waiting' && ` · 待人工确认 ${clockText(one.heldMs)}`}
              {one.held === 'rejected' && ` · 人工确认未通过，${clockText(one.heldMs)} 未计入`}
              {one.faceChecks.length > 0 &&
                ` · 人脸核验：${one.faceChecks.map(({ result }) => faceResults[result]).join('、')}`}
              {one.refusedMs > 0 && ` · ${clockText(one.refusedMs)} 未计入`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
