import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import type { UserInfo } from '@anlan/contract/modules/user/user';
import type { Permit } from '@anlan/contract/permits';
import { accessCalls } from '@anlan/contract/modules/access/calls';
import { userCalls } from '@anlan/contract/modules/user/calls';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { api, restrictionOf } from './api.ts';
import { ApiError } from './api-error.ts';
import { retryRights } from './freshness.ts';
import { onSignal } from './app-events.ts';
import { deleteItem, loadItem } from './storage.ts';

const { info } = api({ info: userCalls.info });
const { menu } = api({ menu: accessCalls.menu });

interface Held {
  info: UserInfo | null;
  menu: MenuEntry[];
}
const nobody: Held = { info: null, menu: [] };

export const usePerson = create<Held>(() => nobody);

let stale = false;
let reading = false;
onSignal('ended', () => {
  stale = false;
  usePerson.setState(nobody);
});
onSignal('rights', () => {
  stale = true;
  void reloadPerson();
});

let coming: Promise<void> | undefined;
async function begin(): Promise<void> {
  if (loadItem('session', 'begun', z.boolean())) {
    await requireUnrestricted();
    deleteItem('session', 'begun');
  }
  await read();
}
/** Loads the user and menu, unless loaded or loading (RG-03). */
export async function loadPerson(): Promise<void> {
  if (usePerson.getState().info?.roles.length) return undefined;
  coming ??= begin().finally(() => (coming = undefined));
  await coming;
  void reloadPerson();
}

// Throws when the user must change the password or set up a second factor first. The server would refuse the menu, so
// it is not requested.
async function requireUnrestricted(): Promise<void> {
  const { mustChangePassword, mustEnrol } = await info({ channel: 'pc' }, { quiet: true });
  const data = mustChangePassword ? { mustChangePassword } : mustEnrol ? { mustEnrol } : null;
  if (data) throw new ApiError({ kind: 'answered', status: 403, data });
}

async function read(): Promise<void> {
  const requests = [info({ channel: 'pc' }, { quiet: true }), menu({}, { quiet: true })] as const;
  // Waits for both requests before it throws: otherwise the second response would start both again.
  await Promise.allSettled(requests);
  const [who, entries] = await Promise.all(requests);
  // Some posts withhold permits from a user. The UI does not offer those permits.
  const permissions = who.permissions.filter((permit) => !who.withheld.includes(permit));
  usePerson.setState({ info: { ...who, permissions }, menu: entries });
}

// Reloads menu and permits after the user's rights changed; no new sign-in is needed.
async function reloadPerson(): Promise<void> {
  if (reading || usePerson.getState().info === null) return;
  reading = true;
  try {
    while (stale) {
      stale = false;
      await read();
    }
  } catch (error) {
    // Without a session restriction the reload is retried. With a restriction the user is cleared, so that the guard
    // loads the user again and leaves the open page.
    if (restrictionOf(error) === null) retryRights();
    else usePerson.setState(nobody);
  } finally {
    reading = false;
  }
}

/** Hook that returns the signed-in user. Use it only on pages behind the route guard. */
export function useCurrentUser(): UserInfo {
  const who = usePerson((held) => held.info);
  if (who === null) throw new Error('nobody is signed in');
  return who;
}

/** Whether the user has a permit. Use it only for display; the server checks the permit itself. */
export const useHasPermit = (permit: Permit): boolean =>
  usePerson((held) => held.info?.permissions.includes(permit) ?? false);

/** `useHasPermit` without a React hook. Use it for row actions, which are rebuilt with the page. */
export const hasPermit = (permit: Permit): boolean => usePerson.getState().info?.permissions.includes(permit) ?? false;
