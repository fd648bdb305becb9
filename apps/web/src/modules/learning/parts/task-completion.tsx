import type { StoredFile } from '@anlan/contract/kit/field';
import { certificateStates, type TaskView } from '@anlan/contract/modules/learning/views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, QRCode } from 'antd';
import { useCurrentUser } from '#lib/current-user.ts';
import { tenantOf } from '#lib/tokens.ts';
import { outsidePath } from '#widgets/learning-links/public-page-path.ts';
import { sendSignature } from '#widgets/signature/send-signature.ts';
import { SignaturePad } from '#widgets/signature/signature-pad.tsx';
import { downloadOwnCertificate, learning, learningKey } from '../calls.ts';

/** Final step of a task: the learner's signature if the training plan requires it, then the certificate. */
export function Ending({ task }: { task: TaskView }) {
  if (task.status === 'signPending') return <Sign task={task} />;
  return task.certificate ? <Certificate task={task} certificate={task.certificate} /> : null;
}

function Sign({ task }: { task: TaskView }) {
  const client = useQueryClient();
  const sign = useMutation({
    mutationFn: (signature: StoredFile) => learning.sign({ id: task.id, signature }, { quiet: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: learningKey }),
  });
  return (
    <section className="card player-end" aria-label="本人签名">
      <h2>本人签名</h2>
      <p role="status">学习{task.exam ? '和考试' : ''}已完成。请在下面签名，签名后发放合格证。</p>
      <SignaturePad
        name="本人"
        value={sign.isPending || sign.isError ? (sign.variables ?? null) : null}
        keep={sendSignature}
        onChange={(signature) => (signature ? sign.mutate(signature) : sign.reset())}
      />
      {sign.error && (
        <p role="alert" className="bad">
          {sign.error.message}{' '}
          <Button size="small" onClick={() => sign.variables && sign.mutate(sign.variables)}>
            重试
          </Button>
        </p>
      )}
    </section>
  );
}

function Certificate({ task, certificate }: { task: TaskView; certificate: NonNullable<TaskView['certificate']> }) {
  const who = useCurrentUser();
  const get = useMutation({ mutationFn: () => downloadOwnCertificate(task.id) });
  const path = outsidePath('certificate', tenantOf() ?? who.sysUser.tenantId, certificate.code);
  return (
    <section className="card player-end" aria-label="培训合格证">
      <h2>培训合格证</h2>
      <p>
        {certificate.no}，{certificateStates[certificate.state]}
        {certificate.validTo ? `，有效期至 ${certificate.validTo}` : '，长期有效'}
      </p>
      <div className="player-end-acts">
        <QRCode
          aria-label="合格证查验二维码"
          type="svg"
          value={`${location.origin}${path}`}
          size={120}
          bordered={false}
          errorLevel="M"
          color="#000"
          bgColor="#fff"
        />
        <a className="btn" href={path} target="_blank" rel="noreferrer">
          查验页面
        </a>
        {certificate.state !== 'revoked' && (
          <Button loading={get.isPending} onClick={() => get.mutate()}>
            下载 PDF
          </Button>
        )}
      </div>
    </section>
  );
}
