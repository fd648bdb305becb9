import { useEffect } from 'react';
import { WarningDialog } from '#modules/risk/parts/warning-dialog.tsx';
import { noteShown, useWarning } from '#modules/risk/state.ts';
import { tokens } from '#lib/tokens.ts';
import type { DialogProps } from './registry.ts';

/** The dialog 风险提示: the risk warning of the tenant or of the platform (LY-06, ST-09). */
export function Dialog({ onClose }: DialogProps) {
  const { text } = useWarning();
  useEffect(() => {
    const userId = tokens()?.userId;
    if (text !== null && userId !== undefined) noteShown(userId, text);
  }, [text]);
  return text === null ? null : <WarningDialog text={text} onClose={onClose} />;
}
