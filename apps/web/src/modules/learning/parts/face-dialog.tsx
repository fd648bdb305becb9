import { faceConsentWords, type FaceAnswer, type SittingFace } from '@anlan/contract/modules/learning/face';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { learning } from '../calls.ts';
import { closeCamera, openCamera, takeShot } from './camera.ts';
import '../face.css';

interface Props {
  id: string;
  face: SittingFace;
  onAnswered: (face: SittingFace | null) => void;
  onClose: () => void;
}

const missed = (result: FaceAnswer['result'], face: SittingFace | null): string | null => {
  if (result !== 'failed' && result !== 'unsure') return null;
  const words = result === 'failed' ? '没有通过' : '没有看清';
  const left = face && face.triesLeft > 0 ? `还可以试 ${face.triesLeft} 次` : '可以申请人工确认';
  return `${words}。请正对镜头，摘下口罩和帽子；${left}`;
};

/**
 * Face check during a sitting (learning session): consent first, then a picture. The dialog always offers an
 * alternative.
 */
export function FaceDialog({ id, face, onAnswered, onClose }: Props) {
  const [isShooting, setIsShooting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const done = ({ result, face: next }: FaceAnswer) => {
    setProblem(missed(result, next));
    setIsShooting(false);
    onAnswered(next);
  };
  const failed = (error: Error) => setProblem(error.message);
  const consent = useMutation({
    mutationFn: () => learning.faceConsent({ id, words: faceConsentWords.words }, { quiet: true }),
    onSuccess: done,
    onError: failed,
  });
  const manual = useMutation({
    mutationFn: () => learning.faceManual({ id }, { quiet: true }),
    onSuccess: done,
    onError: failed,
  });
  const send = useMutation({
    mutationFn: (shot: string) => learning.faceShot({ id, shot }, { quiet: true }),
    onSuccess: done,
    onError: failed,
  });
  const isCamera = face.state === 'shot' || (face.state === 'manual' && isShooting);
  const other = (
    <Button
      type={face.state === 'manual' && !isShooting ? 'primary' : 'default'}
      loading={manual.isPending}
      onClick={() => manual.mutate()}
    >
      {face.state === 'consent' ? '不同意，申请人工确认' : '申请人工确认'}
    </Button>
  );
  return (
    <TabModal open title="人脸核验" onCancel={onClose} footer={null} width={520} maskClosable={false}>
      <div className="face-check">
        {face.state === 'consent' && (
          <>
            <p>
              <b>请阅读并单独同意</b>
            </p>
            <ol>
              {faceConsentWords.text.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ol>
          </>
        )}
        {face.state === 'manual' && !isShooting && (
          <p>
            {face.hasReference
              ? '可以由本企业管理人员确认是您本人。'
              : '本企业还没有登记您的人脸照片，请申请人工确认。'}
            申请后可以继续学习，学时在本企业管理人员确认后计入。
          </p>
        )}
        {problem && <Alert type="warning" showIcon title={problem} role="alert" />}
        {isCamera && (
          <Camera
            isSending={send.isPending}
            onShot={(shot) => send.mutate(shot)}
            onProblem={setProblem}
            other={other}
          />
        )}
        {!isCamera && (
          <div className="face-acts">
            {face.state === 'consent' && (
              <Button type="primary" loading={consent.isPending} onClick={() => consent.mutate()}>
                同意并核验
              </Button>
            )}
            {other}
            {face.state === 'manual' && face.hasReference && (
              <Button onClick={() => setIsShooting(true)}>再试一次</Button>
            )}
          </div>
        )}
      </div>
    </TabModal>
  );
}

function Camera({
  isSending,
  onShot,
  onProblem,
  other,
}: {
  isSending: boolean;
  onShot: (shot: string) => void;
  onProblem: (problem: string | null) => void;
  other: React.ReactNode;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<'opening' | 'open' | 'closed'>('opening');
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isGone = false;
    openCamera().then(
      (opened) => {
        stream = opened;
        if (isGone) return closeCamera(opened);
        if (video.current) video.current.srcObject = opened;
        return undefined;
      },
      (error: unknown) => {
        if (isGone) return;
        setState('closed');
        onProblem(`${error instanceof Error ? error.message : '摄像头没有打开'}；也可以申请人工确认`);
      },
    );
    return () => {
      isGone = true;
      if (stream) closeCamera(stream);
    };
  }, [round, onProblem]);
  const shoot = () => {
    if (!video.current) return;
    try {
      onShot(takeShot(video.current));
    } catch (error) {
      onProblem(error instanceof Error ? error.message : '没有拍成，请再试');
    }
  };
  return (
    <>
      {state !== 'closed' && (
        // A live picture of the person needs no captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          ref={video}
          className="face-view"
          aria-label="摄像头画面"
          autoPlay
          playsInline
          muted
          onPlaying={() => setState('open')}
        />
      )}
      <p role="status" className="face-hint">
        {state === 'opening'
          ? '正在打开摄像头，请在浏览器的提示中选择允许'
          : '请正对镜头，脸在画面中间；照片比对后立即丢弃'}
      </p>
      <div className="face-acts">
        {state === 'closed' ? (
          <Button
            type="primary"
            onClick={() => {
              onProblem(null);
              setState('opening');
              setRound((before) => before + 1);
            }}
          >
            重新打开摄像头
          </Button>
        ) : (
          <Button type="primary" disabled={state !== 'open'} loading={isSending} onClick={shoot}>
            拍照核验
          </Button>
        )}
        {other}
      </div>
    </>
  );
}
