import { formatInstant } from '@anlan/contract/domain/instant';
import type { SittingFace } from '@anlan/contract/modules/learning/face';
import type { TaskView } from '@anlan/contract/modules/learning/views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { learning, learningKey } from '../calls.ts';
import type { UsedSitting } from './use-sitting.ts';

const FaceDialog = lazyPart(async () => (await import('./face-dialog.tsx')).FaceDialog);

/** Shows the face check of a sitting (learning session): a dialog, or a notice after the user postponed it. */
export function FaceState({ use }: { use: UsedSitting }) {
  const face = use.view?.mode === 'over' ? null : (use.view?.state.face ?? null);
  const [putOff, setPutOff] = useState<SittingFace | null>(null);
  if (face === null) return null;
  if (face.state === 'held')
    return (
      <p className="player-offline" role="status">
        <b>已申请人工确认</b>
        可以继续学习，学时在本企业管理人员确认后计入。
      </p>
    );
  return (
    <>
      {putOff === face && (
        <p className="player-problem" role="alert">
          核验后才继续学习和计入学时
          <button type="button" className="btn" onClick={() => setPutOff(null)}>
            去核验
          </button>
        </p>
      )}
      {putOff !== face && (
        <FaceDialog id={use.id()} face={face} onAnswered={use.answered} onClose={() => setPutOff(face)} />
      )}
    </>
  );
}

export function FaceConsent({ face }: { face: NonNullable<TaskView['face']> }) {
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const withdraw = useMutation({
    mutationFn: () => learning.faceWithdraw({}, { quiet: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: learningKey }),
    onError: (error) => void message.error(error.message),
  });
  if (face.consentedAt === null) return null;
  return (
    <section className="card player-end" aria-label="人脸核验">
      <h2>人脸核验</h2>
      <p>您在 {formatInstant(face.consentedAt).slice(0, 16)} 同意了人脸核验。撤回后改由本企业人工确认，不影响学习。</p>
      <div className="player-end-acts">
        <Button
          loading={withdraw.isPending}
          onClick={() =>
            void modal.confirm({
              title: '撤回人脸核验的同意？',
              content: '本企业登记的您的人脸照片一并删除，之后的核验改为申请人工确认。',
              okText: '撤回同意',
              onOk: () => withdraw.mutateAsync(),
            })
          }
        >
          撤回同意
        </Button>
      </div>
    </section>
  );
}
