import { TabModal } from '#ui/tab-modal.tsx';
import type { DialogProps } from '../dialogs/registry.ts';
import { ColourChoice } from './colour-choice.tsx';

/** The dialog 主题色 (accent colour): a preset or any colour, applied at once (LY-07, CN-04). */
export const Dialog = ({ onClose }: DialogProps) => (
  <TabModal open title="主题色" width={400} styles={{ body: { paddingTop: 10 } }} onCancel={onClose} footer={null}>
    <ColourChoice />
  </TabModal>
);
