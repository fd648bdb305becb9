import { SwitchDialog } from '#modules/session-own/parts/switch-dialog.tsx';
import type { DialogProps } from './registry.ts';
import { useSwitching } from '../use-enterprise-switch.ts';

/** The dialog in which a user switches the current enterprise (ST-04, VA-04). */
export function Dialog({ onClose }: DialogProps) {
  const { lost, arrive } = useSwitching();
  return <SwitchDialog lost={lost} onClose={onClose} onSwitched={arrive} />;
}
