import type { StoredFile } from '@anlan/contract/kit/field';
import type { ReportSheet } from '@anlan/contract/modules/report/views';
import { figureWords, type ReportFigure } from '@anlan/contract/modules/report/figure';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Checkbox } from 'antd';
import { useState } from 'react';
import { isOutdated } from '#lib/api-error.ts';
import { Card } from '#ui/page-head.tsx';
import { sendSignature } from '#widgets/signature/send-signature.ts';
import { SignaturePad } from '#widgets/signature/signature-pad.tsx';
import { reports } from '../calls.ts';

const changesOf = (seen: readonly ReportFigure[], now: readonly ReportFigure[]) =>
  now.flatMap((one) => {
    const old = seen.find(({ key }) => key === one.key);
    return old && old.value === one.value && old.note === one.note ? [] : [{ one, old }];
  });

/**
 * The responsible person signs the displayed numbers and submits the report. If numbers have changed meanwhile, shows
 * them first.
 */
export function Sign({ of }: { of: ReportSheet }) {
  const { report } = of;
  const client = useQueryClient();
  const { message } = App.useApp();
  const [seen, setSeen] = useState(of);
  const [signature, setSignature] = useState<StoredFile | null>(null);
  const [sure, setSure] = useState(false);
  const changes = changesOf(seen.figures, of.figures);
  const again = () => client.invalidateQueries({ queryKey: ['report'] });
  const send = useMutation({
    mutationFn: () => {
      if (!signature) throw new Error('请先签名');
      return reports.send({ id: report.id, version: report.version, seen: seen.seen, signature }, { quiet: true });
    },
    onSuccess: async () => {
      await again();
      void message.success(`已上报，第 ${report.edition + 1} 版`);
    },
    onError: (error) => {
      if (!isOutdated(error)) return;
      setSure(false);
      void again();
    },
  });
  return (
    <Card title="负责人签名">
      <div className="report-sign">
        {changes.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title="您核对之后，系统数据有变化"
            description={
              <>
                <ul>
                  {changes.map(({ one, old }) => (
                    <li key={one.key}>
                      {one.label}：{old ? figureWords(old) : '—'} → {figureWords(one)} {one.unit}（{one.note}）
                    </li>
                  ))}
                </ul>
                <Button size="small" onClick={() => setSeen(of)}>
                  已核对新的数据
                </Button>
              </>
            }
          />
        )}
        {send.error && changes.length === 0 && <Alert type="error" showIcon title={send.error.message} />}
        <SignaturePad name="负责人" value={signature} keep={sendSignature} onChange={setSignature} />
        <Checkbox checked={sure} onChange={({ target }) => setSure(target.checked)}>
          我已核对以上数据，对真实性负责
        </Checkbox>
        <Button
          type="primary"
          size="large"
          block
          disabled={!signature || !sure || changes.length > 0}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          签名并上报
        </Button>
        <p className="sub">
          上报后生成第 {report.edition + 1} 版{report.edition > 0 && `，第 ${report.edition} 版保留可比`}
        </p>
      </div>
    </Card>
  );
}
