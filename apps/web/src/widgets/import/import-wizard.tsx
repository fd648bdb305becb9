import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Steps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { isAway } from '#lib/api-error.ts';
import { jobs } from '#lib/shared-calls.ts';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { useTasks } from '../tasks/job-state.ts';
import { ChooseFile, FileProgress } from './choose-file.tsx';
import { ErrorRows } from './error-rows.tsx';
import { JobProgress } from './job-progress.tsx';
import { Preview } from './preview.tsx';
import { Result } from './result.tsx';
import { dryRunOf, firstChoice, isOver, obstacle, outcomeOf, type Choice, type ImportSubject } from './rules.ts';
import { useJob } from './use-job.ts';
import './import.css';

export interface ImportCalls {
  template: () => Promise<void>;
  upload: (
    file: File,
    options: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<{ jobId: string }>;
  confirm: (input: Choice & { jobId: string }) => Promise<{ jobId: string }>;
  errors: (jobId: string) => Promise<void>;
}

interface Props {
  calls: ImportCalls;
  subject: ImportSubject;
  checked?: string | undefined;
  onWritten: () => void;
  onClose: () => void;
}

/** The four steps of an import: choose, check, decide, write. Nothing is written before the user confirms. */
export function ImportWizard({ calls, subject, checked, onWritten, onClose }: Props) {
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState(0);
  const [selectedChoice, choose] = useState<Choice>();
  const stop = useRef(new AbortController());
  // The task tray in the top bar follows the job, so its progress is visible after the drawer closes.
  const { started } = useTasks();
  const upload = useMutation({
    mutationFn: (next: File) => {
      stop.current = new AbortController();
      return calls.upload(next, { onProgress: setShare, signal: stop.current.signal });
    },
    onSuccess: started,
  });
  const write = useMutation({ mutationFn: calls.confirm, onSuccess: started });
  const [before, setBefore] = useState(checked);
  const checkId = upload.data?.jobId ?? before;
  const check = useJob(checkId);
  const writing = useJob(write.data?.jobId);
  const cancel = useMutation({ mutationFn: (id: string) => jobs.cancel({ id }) });

  const looked = dryRunOf(check.job);
  // A file without rows has no options to choose. Its message leads back to the file step.
  const checkedRun = looked?.rows === 0 ? undefined : looked;
  const choice = selectedChoice ?? (checkedRun && firstChoice(checkedRun));
  const outcome = outcomeOf(writing.job);
  const written = isOver(writing.job);
  useEffect(() => {
    if (written) onWritten();
    // Reported once, when the job ends.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [written]);
  const restart = () => {
    setFile(undefined);
    setBefore(undefined);
    setShare(0);
    choose(undefined);
    upload.reset();
    write.reset();
  };
  const start = (next: File) => {
    restart();
    setFile(next);
    upload.mutate(next);
  };
  const failed = check.gone
    ? '没有找到这个文件的检查结果，请重新选择文件'
    : isOver(check.job) && !checkedRun
      ? (check.job?.message ?? '文件没有检查成功，请重新选择')
      : upload.error?.message;
  const step = write.data ? (written ? 3 : 2) : checkedRun ? 1 : 0;
  const why = checkedRun && choice ? obstacle(checkedRun, choice) : null;

  // Closing the wizard before the write cancels the import; after that the job continues.
  const leave = () => {
    stop.current.abort();
    // Cancels the check only when its state is loaded and the check is not over.
    if (checkId && (upload.data || check.job) && !isOver(check.job)) cancel.mutate(checkId);
    onClose();
  };
  const foot = (
    <div className="import-foot">
      {step === 1 && why && <span role="status">{why}</span>}
      {step === 1 && <Button onClick={restart}>重新选择文件</Button>}
      {step === 1 && checkId && choice && (
        <Button
          type="primary"
          loading={write.isPending}
          disabled={why !== null}
          onClick={() => write.mutate({ ...choice, jobId: checkId })}
        >
          开始导入
        </Button>
      )}
      {step === 2 && <span role="status">关闭后仍会在后台继续写入</span>}
      {step === 3 && <Button onClick={restart}>再导入一个文件</Button>}
      {(step === 2 || step === 3) && (
        <Button type={step === 3 ? 'primary' : 'default'} onClick={leave}>
          {step === 3 ? '完成' : '关闭'}
        </Button>
      )}
    </div>
  );

  return (
    <TabDrawer
      open
      title={`导入${subject.noun}`}
      size={720}
      mask={{ closable: false }}
      onClose={leave}
      footer={step === 0 ? null : foot}
    >
      <Steps
        size="small"
        current={step}
        responsive={false}
        items={['选择文件', '核对', '写入', '结果'].map((title) => ({ title }))}
      />
      <div className="import-body">
        {step === 0 &&
          ((upload.isIdle && checkId === undefined) || (failed && !stop.current.signal.aborted) || upload.isError) && (
            <>
              {failed && !stop.current.signal.aborted && (
                <Alert
                  type="error"
                  showIcon
                  title={failed}
                  action={isAway(upload.error) && file && <Button onClick={() => start(file)}>重新上传</Button>}
                />
              )}
              <ChooseFile subject={subject} onTemplate={calls.template} onFile={start} />
            </>
          )}
        {step === 0 && upload.isPending && (
          <FileProgress name={file?.name ?? ''} share={share} onCancel={() => stop.current.abort()} />
        )}
        {step === 0 && checkId && !isOver(check.job) && !check.gone && (
          <JobProgress
            title={`正在检查 ${file?.name ?? ''}`}
            unit="行"
            job={check.job}
            lost={check.lost}
            onCancel={() => cancel.mutate(checkId, { onSuccess: restart })}
          />
        )}
        {step === 1 && checkedRun && choice && (
          <>
            <Preview subject={subject} dryRun={checkedRun} choice={choice} onChange={choose} />
            {checkedRun.bad > 0 && checkId && <ErrorRows found={checkedRun} onDownload={() => calls.errors(checkId)} />}
          </>
        )}
        {step === 2 && write.data && (
          <JobProgress
            title="正在写入"
            unit="行"
            job={writing.job}
            lost={writing.lost}
            onCancel={() => cancel.mutate(write.data.jobId)}
          />
        )}
        {step === 3 && writing.job && (
          <Result
            subject={subject}
            job={writing.job}
            outcome={outcome}
            onErrors={checkId && checkedRun && checkedRun.bad > 0 ? () => calls.errors(checkId) : undefined}
            onUndone={onWritten}
          />
        )}
      </div>
    </TabDrawer>
  );
}
