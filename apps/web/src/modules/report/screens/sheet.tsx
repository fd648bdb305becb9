import { formatInstant } from '@anlan/contract/domain/instant';
import { reportStates } from '@anlan/contract/modules/report/resource';
import type { ReportWords } from '@anlan/contract/modules/report/views';
import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { startTransition, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { ResourceForm } from '#kit/resource-form.tsx';
import { useMove } from '#kit/use-move.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Card, PageHead } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { sumText } from '#widgets/money.ts';
import { StoredFile } from '#widgets/stored-file.tsx';
import { boundReport, reports, reportSheet } from '../calls.ts';
import { Editions } from '../parts/editions.tsx';
import { Figures } from '../parts/figures.tsx';
import '../parts/report.css';

function Words({ of, isMonth }: { of: ReportWords; isMonth: boolean }) {
  const textRows: [string, string | null][] = [
    ['主要工作', of.mainWork],
    ['存在问题', of.problems],
    [isMonth ? '下月计划' : '下期计划', of.nextPlan],
    ['差异说明', of.remark],
  ];
  return (
    <div className="report-words">
      <dl>
        {of.investmentFen !== null && (
          <>
            <dt>自报安全投入</dt>
            <dd>{sumText(of.investmentFen)} 元</dd>
          </>
        )}
        {textRows.map(([label, text]) => (
          <Said key={label} label={label} text={text} />
        ))}
        <dt>附件</dt>
        <dd>
          {of.files.length === 0
            ? '无'
            : of.files.map((file) => <StoredFile key={file.id} url={`/upms/file/${file.id}`} label={file.name} />)}
        </dd>
      </dl>
    </div>
  );
}
const Said = ({ label, text }: { label: string; text: string | null }) => (
  <>
    <dt>{label}</dt>
    <dd>{text || '—'}</dd>
  </>
);

const Sign = lazyPart(async () => (await import('../parts/submit-report.tsx')).Sign);
const Compare = lazyPart(async () => (await import('../parts/compare.tsx')).Compare);
const textRows = ['mainWork', 'problems', 'nextPlan', 'remark', 'files'] as const;

export function Screen() {
  const id = new URLSearchParams(useLocation().search).get('id') ?? '';
  const { data, error, refetch } = useQuery(reportSheet(id));
  const [open, setOpen] = useState<'form' | 'compare' | null>(null);
  const { start, dialog } = useMove(boundReport);
  const { message } = App.useApp();
  const remind = useMutation({
    mutationFn: () => reports.remindSigner({ id }),
    onSuccess: () => void message.success(`已提醒${data?.awaitsSignatureOf ?? ''}`),
  });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={480} />;
  const { report, figures, frozen, before, asOf, editions } = data;
  const may = (verb: (typeof report.abilities)[number]) => report.abilities.includes(verb);
  const isMonth = report.kind === 'month';
  const show = (what: 'form' | 'compare') => startTransition(() => setOpen(what));
  const [last] = editions;
  const wasReturned = report.reason && report.status !== 'sent';
  return (
    <>
      <PageHead
        title={report.title}
        sub={
          <>
            <DictTag type="reportStatus" value={report.status} codes={reportStates} />
            {report.edition > 0 && ` 第 ${report.edition} 版`} {report.enterpriseName} · 填报人 {report.filler ?? '—'} ·
            上报截止 {report.dueOn}
            {report.missing && <span className="report-missing"> · 逾期未报</span>}
          </>
        }
        end={
          <>
            <Button onClick={() => show('compare')}>比较月份</Button>
            <Button onClick={() => window.print()}>打印</Button>
            {may('correct') && <Button onClick={() => start(report, 'correct')}>更正</Button>}
            {may('return') && (
              <Button danger onClick={() => start(report, 'return')}>
                退回
              </Button>
            )}
            {may('accept') && (
              <Button type="primary" onClick={() => start(report, 'accept')}>
                审核通过
              </Button>
            )}
          </>
        }
      />
      <div className="month-report">
        <div className="report-main">
          <Card
            title="系统数据"
            note={
              frozen
                ? `${formatInstant(asOf).slice(5, 16)} 上报时定格，不可改写；点 ↗ 看这个数由哪些记录算出`
                : `${formatInstant(asOf).slice(5, 16)} 实时计算，上报时定格；点 ↗ 看这个数由哪些记录算出`
            }
          >
            <Figures figures={figures} before={before} />
          </Card>
          <Card
            title="填写内容"
            more={
              may('update') && (
                <Button type="primary" onClick={() => show('form')}>
                  填写
                </Button>
              )
            }
          >
            <Words
              of={frozen && last ? last.words : { ...report, investmentFen: null, files: report.files ?? [] }}
              isMonth={isMonth}
            />
          </Card>
        </div>
        <div className="report-side">
          {wasReturned && (
            <div className="report-return" role="note">
              <b>
                {report.reviewer ?? '监管人员'} {report.reviewedAt && formatInstant(report.reviewedAt).slice(5, 16)}{' '}
                退回
              </b>
              <p>{report.reason}</p>
            </div>
          )}
          {!may('send') && data.awaitsSignatureOf !== null && (
            <Card title="下一步">
              等{data.awaitsSignatureOf}签名
              {may('update') && (
                <>
                  {' · '}
                  <Button
                    type="link"
                    className="report-remind"
                    loading={remind.isPending}
                    onClick={() => remind.mutate()}
                  >
                    提醒他
                  </Button>
                </>
              )}
            </Card>
          )}
          <Suspense fallback={<Skeleton height={240} />}>
            {may('send') && <Sign key={report.version} of={data} />}
          </Suspense>
          <Editions of={data} />
        </div>
      </div>
      {dialog}
      {open === 'form' && (
        <ResourceForm
          bound={boundReport}
          target={{ row: report }}
          look={{ rows: textRows }}
          several={false}
          onSaved={() => setOpen(null)}
          onClose={() => setOpen(null)}
        />
      )}
      <Suspense fallback={null}>{open === 'compare' && <Compare id={id} onClose={() => setOpen(null)} />}</Suspense>
    </>
  );
}
