import { Component, type ReactNode } from 'react';
import { LoadFailed } from '#ui/states.tsx';

interface State {
  error: Error | null;
}

const chunkWords = /chunk|dynamically imported module|Importing a module|Unable to preload/i;

/** A page that breaks breaks alone; a new release's missing chunk is answered by loading the page anew (ER-06). */
export class Fence extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error('系统未知错误,请反馈给管理员') };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const gone = chunkWords.test(error.message);
    const shown = new Error(gone ? '页面资源加载失败，可能刚刚发布了新版本' : '页面出现错误，请重试或反馈给管理员');
    return <LoadFailed error={shown} onRetry={() => (gone ? location.reload() : this.setState({ error: null }))} />;
  }
}
