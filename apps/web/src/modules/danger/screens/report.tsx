import { App, Button } from 'antd';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Values } from '#kit/resource.ts';
import { PageHead } from '#ui/page-head.tsx';
import { ReportForm } from '../parts/report-form.tsx';
import { dangerPath, listPath } from '../rules.ts';

/** Initial values of a danger report from the address: a citizen's photo or a risk point. */
function initialReportOf(params: URLSearchParams): Values | undefined {
  const [photo, enterpriseId] = [params.get('photo'), params.get('enterpriseId')];
  const riskPointId = params.get('riskPointId');
  if (riskPointId !== null)
    return { riskPointId, place: params.get('place') ?? '', dutyPersonId: params.get('dutyPersonId'), source: 'self' };
  if (photo === null) return undefined;
  return {
    ...(enterpriseId === null ? {} : { enterpriseId }),
    photosBefore: [{ id: photo, name: params.get('photoName') ?? '照片' }],
    title: params.get('title') ?? '',
    place: params.get('place') ?? '',
    category: params.get('category'),
    source: 'report',
  };
}

export function Screen() {
  const { message } = App.useApp();
  const [sent, setSent] = useState<{ id: string; fixed: boolean; round: number } | null>(null);
  const [round, setRound] = useState(0);
  const { search } = useLocation();
  const [params] = useState(() => new URLSearchParams(search));
  const [begun] = useState(() => initialReportOf(params));
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
        pointName={round === 0 ? (params.get('pointName') ?? undefined) : undefined}
        onDone={(id, fixed) => {
          void message.success(fixed ? '已登记，等待复查' : '已上报');
          setSent({ id, fixed, round });
        }}
      />
    </div>
  );
}
