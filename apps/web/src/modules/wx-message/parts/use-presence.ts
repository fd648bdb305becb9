import type { wxConversationViewer } from '@anlan/contract/modules/wx-message/views';
import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { tellPresence } from '../calls.ts';

export type Looker = z.output<typeof wxConversationViewer>;

/** Interval for reporting presence, in milliseconds. The server removes a presence after 15 seconds. */
const everyMs = 5_000;

/** While the conversation is visible, reports that this user views it. Returns the other users who view it. */
export function usePresence(wxUserId: string, typing: boolean, active: boolean): readonly Looker[] {
  const [lookers, setLookers] = useState<readonly Looker[]>([]);
  useEffect(() => {
    if (!active) return undefined;
    let over = false;
    const tell = () => {
      if (document.visibilityState === 'hidden') return;
      tellPresence(wxUserId, typing).then(
        (others) => !over && setLookers(others),
        () => undefined,
      );
    };
    tell();
    const timer = setInterval(tell, everyMs);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [wxUserId, typing, active]);
  return active ? lookers : [];
}
