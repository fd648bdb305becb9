import { HostMark } from './host-mark.tsx';

export function Boot() {
  return (
    <div className="boot" role="status" aria-label="正在打开">
      <HostMark size={44} />
    </div>
  );
}

export function BootFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <main className="boot boot-failed" role="alert">
      <HostMark size={44} />
      <p>{error instanceof Error && error.message !== '' ? error.message : '系统未知错误,请反馈给管理员'}</p>
      <button type="button" className="btn main" onClick={onRetry}>
        重试
      </button>
    </main>
  );
}
