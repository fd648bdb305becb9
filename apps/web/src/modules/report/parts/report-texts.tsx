import type { ReportWords } from '@anlan/contract/modules/report/views';
import { sumText } from '#widgets/money.ts';
import { StoredFile } from '#widgets/stored-file.tsx';

export function Words({ of, isMonth }: { of: ReportWords; isMonth: boolean }) {
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
