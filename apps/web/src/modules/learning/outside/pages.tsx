import { formatInstant } from '@anlan/contract/domain/instant';
import type { PersonageView, TrainingView } from '@anlan/contract/modules/learning/public-links';
import { certificateStates, type CertificateView } from '@anlan/contract/modules/learning/views';
import { useEffect, useState, type ReactNode } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { tokens } from '#lib/tokens.ts';
import { clockText } from '#widgets/duration.ts';
import { minePath } from '../paths.ts';
import { readCertificate, readPersonage, readTraining, unitOf } from './calls.ts';
import '#widgets/outside.css';
import './pages.css';

/** Address of the sign-in page for employees, by SMS code, which then opens `to`. */
function signInHref(to: string): string {
  const unit = unitOf(location.hash);
  const query = new URLSearchParams({ ...(unit !== null && { tenantId: unit }), userType: '1', way: 'phone', to });
  return `/login?${query.toString()}`;
}

const headings = { training: '安全培训', personage: '个人安全生产学习档案', certificate: '培训合格证查验' } as const;

/** Public pages for people who open a link: training plan, training record, certificate. */
export function PublicLearningPage({ of }: { of: keyof typeof headings }) {
  const [shown, setShown] = useState<ReactNode>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const readers = {
      training: async () => {
        const read = await readTraining(location.hash);
        return read.of === 'training' ? <Training view={read.view} /> : <Personage view={read.view} />;
      },
      personage: async () => <Personage view={await readPersonage(location.hash)} />,
      certificate: async () => <Certificate view={await readCertificate(location.hash)} />,
    }[of];
    readers().then(setShown, (error: unknown) => setProblem(messageOf(error)));
  }, [of]);
  return (
    <main className="outside learned">
      <header>
        <b>{headings[of]}</b>
      </header>
      {problem !== null && (
        <section role="alert">
          <h1>{of === 'certificate' ? '没有查到' : '打不开'}</h1>
          <p>{problem}</p>
          {of !== 'certificate' && tokens() === null && (
            <a className="btn main big" href={signInHref(location.pathname)}>
              登录
            </a>
          )}
        </section>
      )}
      {problem === null && shown === null && <p role="status">正在读取…</p>}
      {shown}
    </main>
  );
}

const Facts = ({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) => (
  <dl>
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

function Certificate({ view }: { view: CertificateView }) {
  const words = {
    valid: '证书真实，目前有效。',
    expired: '证书真实，有效期已过，需要重新培训。',
    revoked: '证书已被发证单位吊销，不再有效。',
  } as const;
  return (
    <section>
      <h1>
        <span className={`learned-state ${view.state}`}>{certificateStates[view.state]}</span> {view.no}
      </h1>
      <p>{words[view.state]}</p>
      <Facts
        rows={[
          ['姓名', view.holder],
          ['单位', view.enterpriseName],
          ['培训内容', view.course],
          ['学时', `${view.hours} 学时`],
          ['发证日期', view.issuedOn],
          ['有效期至', view.validTo ?? '长期'],
        ]}
      />
    </section>
  );
}

function Training({ view }: { view: TrainingView }) {
  const steps = [
    `学满 ${view.hoursRequired} 学时`,
    ...(view.examCount > 0 ? ['考试合格'] : []),
    ...(view.signRequired ? ['本人签名'] : []),
  ];
  return (
    <>
      <section>
        <h1>{view.title}</h1>
        <Facts
          rows={[
            ['单位', view.enterpriseName],
            ['时间', `${view.startOn} 至 ${view.endOn}`],
            ['完成条件', steps.join('，')],
          ]}
        />
        {view.over ? (
          <p role="status">培训计划已结束，请联系安全管理人员。</p>
        ) : (
          <a className="btn main big" href={tokens() === null ? signInHref(minePath) : minePath}>
            {tokens() === null ? '登录后学习' : '去学习'}
          </a>
        )}
        {tokens() === null && !view.over && <p>用手机号和短信验证码登录，登录后在“我的学习”里打开这项培训。</p>}
      </section>
      {view.lessons.length > 0 && (
        <section aria-label="课时">
          <h2>课时（{view.lessons.length}）</h2>
          <ol>
            {view.lessons.map((lesson) => (
              <li key={lesson.title}>
                {lesson.title} <small>{clockText(lesson.seconds * 1000)}</small>
              </li>
            ))}
          </ol>
        </section>
      )}
      <p className="learned-foot">链接 {formatInstant(view.expiresAt).slice(0, 16)} 前有效。</p>
    </>
  );
}

const statusWords = {
  notStarted: '未开始',
  learning: '学习中',
  examPending: '待考试',
  signPending: '待签名',
  passed: '已完成',
  failed: '未通过',
  exempted: '免修',
} as const;

function Personage({ view }: { view: PersonageView }) {
  const most = Math.max(1, ...view.years.map(({ hours, offlineHours }) => hours + offlineHours));
  return (
    <>
      <section>
        <h1>{view.name}</h1>
        <p>{view.enterpriseName}</p>
        {view.years.length === 0 && <p role="status">还没有学习记录</p>}
        <ul className="learned-years" aria-label="每年学时">
          {view.years.map(({ year, hours, offlineHours }) => (
            <li key={year}>
              <b>{year} 年</b>
              <i aria-hidden="true">
                <i style={{ width: `${(100 * (hours + offlineHours)) / most}%` }} />
              </i>
              <span>
                {Math.round((hours + offlineHours) * 100) / 100} 学时（线上 {hours} · 线下 {offlineHours}）
              </span>
            </li>
          ))}
        </ul>
      </section>
      {view.tasks.length > 0 && (
        <section aria-label="培训">
          <h2>培训（{view.tasks.length} 项）</h2>
          <ul>
            {view.tasks.map((task, at) => (
              // Rounds of one training plan may have the same title, so the index is the React key.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at}>
                <b>{task.planTitle}</b>
                <small>
                  {statusWords[task.status]} · {Math.round((task.hours + task.offlineHours) * 100) / 100} 学时
                  {task.score !== null && ` · ${task.score} 分`}
                  {task.passedOn && ` · ${task.passedOn} 完成`}
                </small>
                {task.certificateNo && task.certificate && (
                  <small>
                    合格证 {task.certificateNo}（{certificateStates[task.certificate]}）
                  </small>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {view.sessions.length > 0 && (
        <section aria-label="班前会、例会和集中培训">
          <h2>班前会、例会和集中培训（{view.sessions.length} 场）</h2>
          <ul>
            {view.sessions.map((session, at) => (
              // Talks of one day may have the same topic, so the index is the React key.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at}>
                <b>{session.topic}</b>
                <small>
                  {session.heldOn} · {session.minutes} 分钟 · {session.signed ? '已签名' : '未签名'}
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="learned-foot">
        {view.expiresAt ? `链接 ${formatInstant(view.expiresAt).slice(0, 16)} 前有效。` : '这是您本人的档案。'}
        <button type="button" className="btn" onClick={() => window.print()}>
          打印
        </button>
      </p>
    </>
  );
}
