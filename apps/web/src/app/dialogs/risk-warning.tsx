import { WarningDialog } from '#modules/risk/parts/warning-dialog.tsx';
import { noteShown, useWarning } from '#modules/risk/state.ts';
import { tokens } from '#lib/tokens.ts';
import type { DialogProps } from './registry.ts';

/** 风险提示: what the unit, or the platform, warns of (LY-06, ST-09). */
export function Dialog({ onClose }: DialogProps) {
  const { text } = useWarning();
  if (text === null) return null;
  const answer = () => {
    const userId = tokens()?.userId;
    // Not before: a reload or a lock may take it away unread.
    if (userId !== undefined) noteShown(userId, text);
    onClose();
  };
  return <WarningDialog text={text} onClose={answer} />;
}
