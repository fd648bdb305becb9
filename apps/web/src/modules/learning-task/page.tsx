import { numberText } from '@anlan/contract/domain/number-text';
import { learningTaskCalls } from '@anlan/contract/modules/learning/calls';
import { learningTask, type LearningTask } from '@anlan/contract/modules/learning/task';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { page } from './index.ts';

const recordLinks = api({
  links: learningTaskCalls.links,
  makeLink: learningTaskCalls.makeLink,
  revokeLink: learningTaskCalls.revokeLink,
});
const downloadCertificate = (id: string) => download(learningTaskCalls.certificatePdf, { id, at: location.origin });
const Links = lazyPart(async () => (await import('#widgets/learning-links/links-dialog.tsx')).LinksDialog);
const Sittings = lazyPart(async () => (await import('./sittings-dialog.tsx')).SittingsDialog);
const RecordLinks = ({ row, onClose }: { row: LearningTask; onClose: () => void }) => (
  <Links id={row.id} name={row.employeeName ?? ''} of="personage" calls={recordLinks} onClose={onClose} />
);
const Certificate = ({ row }: { row: LearningTask }) => (
  <span className="list-two">
    <span>{row.certificateNo}</span>
    {row.revokedAt ? (
      <small className="learning-late">已吊销</small>
    ) : (
      row.validTo && <small>有效期至 {row.validTo}</small>
    )}
  </span>
);

export const Screen = resourcePage(learningTask, learningTaskCalls, {
  ...page,
  columns: [
    title({ width: 180 }),
    tag('status'),
    one('department', { width: 110 }),
    column<LearningTask, 'dueOn'>(
      'dueOn',
      '应完成日期',
      (row) => (row.overdue ? <span className="learning-late">{row.dueOn} 超期</span> : row.dueOn),
      { width: 140, sort: 'dueOn', named: true },
    ),
    column<LearningTask>(
      'hours',
      '学时',
      (row) => `${numberText(row.hours + row.offlineHours, 2)} / ${row.hoursRequired}`,
      {
        width: 100,
        named: true,
      },
    ),
    column<LearningTask>('score', '成绩', (row) => (row.score === null ? '—' : `${row.score} 分`), {
      width: 80,
      named: true,
    }),
    column<LearningTask>('certificateNo', '合格证', (row) => (row.certificateNo ? <Certificate row={row} /> : '—'), {
      width: 160,
      named: true,
    }),
    one('enterpriseId'),
    one('passedAt', { extra: true }),
  ],
  tabs: [
    { key: 'overdue', label: '超期', filter: { overdue: true }, isAlarm: true },
    {
      key: 'open',
      label: '未完成',
      filter: { status: ['notStarted', 'learning', 'examPending', 'signPending', 'failed'] },
    },
    { key: 'held', label: '待人工确认', filter: { held: true } },
    { key: 'passed', label: '已完成', filter: { status: ['passed'] } },
    { key: 'all', label: '全部', filter: {} },
  ],
  filters: ['status', 'planId', 'enterpriseId', 'dueOn'],
  form: { rows: ['enterpriseId', 'planId', 'employeeId', ['dueOn']] },
  actionsWidth: 188,
  actions: (row, { moves, edit, remove }) => [
    ...(row.certificateNo && row.revokedAt === null
      ? [{ key: 'certificate', label: '合格证', run: () => void downloadCertificate(row.id) }]
      : []),
    { key: 'sittings', label: '学习记录', open: Sittings },
    ...moves,
    ...edit,
    ...(edit.length > 0 ? [{ key: 'link', label: '档案链接', open: RecordLinks }] : []),
    ...remove,
  ],
  empty: '没有学习任务。发布培训计划后，培训对象自动领到任务。',
  removing: '该学员的学习记录不再显示。',
});
