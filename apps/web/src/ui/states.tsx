import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './page.css';

/** A grey bone where something is about to stand. */
export const Bones = ({ width = '100%', height = 16 }: { width?: number | string; height?: number }) => (
  <span className="bones" style={{ width, height }} aria-hidden="true" />
);

/** Says after 8 s that something takes long; stands where it is awaited. */
export const SlowNote = ({ children = '服务器响应较慢，仍在读取…' }: { children?: ReactNode }) => (
  <p className="slow-note" role="status">
    {children}
  </p>
);

/** The bones of a whole page. */
export const PageBones = () => (
  <div role="status" aria-label="正在读取" style={{ display: 'grid', gap: 16 }}>
    <Bones width={220} height={28} />
    <Bones height={112} />
    <Bones height={320} />
    <SlowNote>网络较慢，页面仍在打开…</SlowNote>
  </div>
);

interface Props {
  icon?: IconName;
  /** A text, or a heading where it is the page's own. */
  title: ReactNode;
  children?: ReactNode;
}

/** Nothing here, and what to do about it. */
export const Empty = ({ icon = 'folder', title, children }: Props) => (
  <div className="state">
    <Icon name={icon} size={32} />
    <strong>{title}</strong>
    {children}
  </div>
);

/** It could not be read; try again. */
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
