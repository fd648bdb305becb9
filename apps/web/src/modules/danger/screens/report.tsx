import { App, Button } from 'antd';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { ReportForm, type Begun } from '../parts/report-form.tsx';
import { dangerPath, listPath } from '../rules.ts';

/** What the address begins a report with: a follower's picture that a clerk makes a danger of, or a risk point. */
function begunOf(said: URLSearchParams): Begun | undefined {
  const [photo, enterpriseId] = [said.get('photo'), said.get('enterpriseId')];
  const riskPointId = said.get('riskPointId');
  if (riskPointId !== null)
    return { riskPointId, place: said.get('place') ?? '', dutyPersonId: said.get('dutyPersonId'), source: 'self' };
  if (photo === null) return undefined;
  return {
    ...(enterpriseId === null ? {} : { enterpriseId }),
    photosBefore: [{ id: photo, name: said.get('photoName') ?? '照片' }],
    title: said.get('title') ?? '',
    place: said.get('place') ?? '',
    category: said.get('category'),
    source: 'report',
  };
}

/** 上报隐患 in three taps: photo, what, send. */
export function Screen() {
  const { message } = App.useApp();
  const [sent, setSent] = useState<{ id: string; fixed: boolean; round: number } | null>(null);
  const [round, setRound] = useState(0);
  const { search } = useLocation();
  const [said] = useState(() => new URLSearchParams(search));
  const [begun] = useState(() => begunOf(said));
  if (sent?.round === round)
    return (
      <section className="report-sent" role="status">
        <i aria-hidden>✓</i>
        <h1>{sent.fixed ? '已登记，等待复查' : '已上报'}</h1>
        <p>{sent.fixed ? '由另一人复查后销号。' : '责任人已收到，整改进度可以在隐患里查看。'}</p>
        <div>
          <Button type="primary" onClick={() => setRound(round + 1)}>
            再报一条
          </Button>
          <Link className="btn" to={dangerPath(sent.id)}>
            查看这条隐患
          </Link>
          <Link className="btn" to={listPath}>
            回到列表
          </Link>
        </div>
      </section>
    );
  return (
    <div className="report-page">
      <PageHead title="上报隐患" sub="拍一张、写一句，责任人马上收到" />
      <ReportForm
        key={round}
        begun={round === 0 ? begun : undefined}
        pointName={round === 0 ? (said.get('pointName') ?? undefined) : undefined}
        foot={(button, note) => (
          <div className="report-foot">
            <span>{note}</span>
            {button}
          </div>
        )}
        onDone={(id, fixed) => {
          void message.success(fixed ? '已登记，等待复查' : '已上报');
          setSent({ id, fixed, round });
        }}
      />
    </div>
  );
}
