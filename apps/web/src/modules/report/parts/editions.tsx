import { formatInstant } from '@anlan/contract/domain/instant';
import type { ReportEdition, ReportSheet } from '@anlan/contract/modules/report/views';
import { useMutation } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Card } from '#ui/page-head.tsx';
import { downloadEdition } from '../calls.ts';
import { StoredPicture } from '#widgets/stored-picture.tsx';

const when = (at: Date) => formatInstant(at).slice(5, 16);
function outcomeText({ outcome, outcomeAt, outcomeBy, reason }: ReportEdition): string {
  if (outcome === null) return '等待监管审核';
  const word = outcome === 'accepted' ? '审核通过' : '退回';
  return [outcomeBy, outcomeAt && when(outcomeAt), word, reason].filter(Boolean).join(' · ');
}

export function Editions({ of: { report, editions } }: { of: ReportSheet }) {
  const { message } = App.useApp();
  const take = useMutation({
    mutationFn: (edition: number) => downloadEdition(report.id, edition),
    onError: (error) => void message.error(error.message),
  });
  if (editions.length === 0) return null;
  return (
    <Card title="上报版本">
      <ol className="report-editions">
        {editions.map((one) => (
          <li key={one.edition}>
            <b>第 {one.edition} 版</b>
            <span>
              {when(one.sentAt)} 上报，{one.signer ?? '—'} 签名
            </span>
            <span className="sub">{outcomeText(one)}</span>
            {one.signature && (
              <StoredPicture url={`/upms/file/${one.signature.id}`} label={`第 ${one.edition} 版的签名`} />
            )}
            <Button
              size="small"
              loading={take.isPending && take.variables === one.edition}
              onClick={() => take.mutate(one.edition)}
            >
              下载第 {one.edition} 版 PDF
            </Button>
          </li>
        ))}
      </ol>
    </Card>
  );
}
