import type { wxLooker } from '@anlan/contract/modules/wx-message/views';
import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { tellPresence } from '../calls.ts';

/** Somebody else who has the conversation open. */
export type Looker = z.output<typeof wxLooker>;

/** What is told is good for 15 seconds. */
const everyMs = 5_000;

/** Tells colleagues that one looks at a conversation, and who of them does, as long as it is in front. */
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
