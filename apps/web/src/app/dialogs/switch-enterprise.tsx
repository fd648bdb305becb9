import { SwitchDialog } from '#modules/session-own/parts/switch-dialog.tsx';
import type { DialogProps } from './registry.ts';
import { useSwitching } from '../use-switching.ts';

/** Another enterprise of the same person (ST-04, VA-04). */
export function Dialog({ onClose }: DialogProps) {
  const { lost, arrive } = useSwitching();
  return <SwitchDialog lost={lost} onClose={onClose} onSwitched={arrive} />;
}
