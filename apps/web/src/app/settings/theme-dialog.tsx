import { TabModal } from '#ui/tab-modal.tsx';
import type { DialogProps } from '../dialogs/registry.ts';
import { ThemeChoice } from './theme-choice.tsx';

/** The dialog 主题: one of four themes, applied at once (LY-07). */
export const Dialog = ({ onClose }: DialogProps) => (
  <TabModal open title="主题" width={520} styles={{ body: { paddingTop: 10 } }} onCancel={onClose} footer={null}>
    <ThemeChoice />
  </TabModal>
);
