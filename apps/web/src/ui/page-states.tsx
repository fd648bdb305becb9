import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './page.css';

export const Skeleton = ({ width = '100%', height = 16 }: { width?: number | string; height?: number }) => (
  <span className="bones" style={{ width, height }} aria-hidden="true" />
);

/** A message that loading is slow; it appears after 8 s. */
export const SlowNote = ({ children = '服务器响应较慢，仍在读取…' }: { children?: ReactNode }) => (
  <p className="slow-note" role="status">
    {children}
  </p>
);

export const PageSkeleton = () => (
  <div role="status" aria-label="正在读取" style={{ display: 'grid', gap: 16 }}>
    <Skeleton width={220} height={28} />
    <Skeleton height={112} />
    <Skeleton height={320} />
    <SlowNote>网络较慢，页面仍在打开…</SlowNote>
  </div>
);

interface Props {
  icon?: IconName;
  title: ReactNode;
  children?: ReactNode;
}

export const Empty = ({ icon = 'folder', title, children }: Props) => (
  <div className="state">
    <Icon name={icon} size={32} />
    <strong>{title}</strong>
    {children}
  </div>
);

export const LoadFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div className="state" role="alert">
    <Icon name="alert" size={32} />
    <strong>{error.message}</strong>
    <button type="button" className="btn" onClick={onRetry}>
      <Icon name="reload" size={16} />
      重试
    </button>
  </div>
);
