import type { MenuEntry } from '@anlan/contract/modules/access/access';
import type { UserInfo } from '@anlan/contract/modules/user/user';
import type { Permit } from '@anlan/contract/permits';
import { accessCalls } from '@anlan/contract/modules/access/calls';
import { userCalls } from '@anlan/contract/modules/user/calls';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { api, restrictionOf } from './api.ts';
import { ApiError } from './api-error.ts';
import { missRights } from './freshness.ts';
import { onSignal } from './signals.ts';
import { forget, recall } from './storage.ts';

const { info } = api({ info: userCalls.info });
const { menu } = api({ menu: accessCalls.menu });

interface Held {
  info: UserInfo | null;
  menu: MenuEntry[];
}
const nobody: Held = { info: null, menu: [] };

/** Who is signed in, and their menu. */
export const usePerson = create<Held>(() => nobody);

let stale = false;
let reading = false;
onSignal('ended', () => {
  stale = false;
  usePerson.setState(nobody);
});
onSignal('rights', () => {
  stale = true;
  void readAnew();
});

let coming: Promise<void> | undefined;
async function begin(): Promise<void> {
  if (recall('session', 'begun', z.boolean())) {
    await demandFree();
    forget('session', 'begun');
  }
  await read();
}
/** Load who is signed in and their menu, unless they are there or on their way (RG-03). */
export async function loadPerson(): Promise<void> {
  if (usePerson.getState().info?.roles.length) return undefined;
  coming ??= begin().finally(() => (coming = undefined));
  await coming;
  void readAnew();
}

// Who has just signed in may have to change the password first: the menu would be refused, so it is not asked for.
async function demandFree(): Promise<void> {
  const { mustChangePassword, mustEnrol } = await info({ channel: 'pc' }, { quiet: true });
  const data = mustChangePassword ? { mustChangePassword } : mustEnrol ? { mustEnrol } : null;
  if (data) throw new ApiError({ kind: 'answered', status: 403, data });
}

async function read(): Promise<void> {
  const asked = [info({ channel: 'pc' }, { quiet: true }), menu({}, { quiet: true })] as const;
  // Both have answered before one is said to be missed: the other's answer would ask for both again, and so on.
  await Promise.allSettled(asked);
  const [who, entries] = await Promise.all(asked);
  // What the server would refuse for the person's post, no page offers.
  const permissions = who.permissions.filter((permit) => !who.withheld.includes(permit));
  usePerson.setState({ info: { ...who, permissions }, menu: entries });
}

// Rights that changed while their holder works: menu and buttons follow without signing in again.
async function readAnew(): Promise<void> {
  if (reading || usePerson.getState().info === null) return;
  reading = true;
  try {
    while (stale) {
      stale = false;
      await read();
    }
  } catch (error) {
    // Held back, one asks again where the way is free; the page that stands is left.
    if (restrictionOf(error) === null) missRights();
    else usePerson.setState(nobody);
  } finally {
    reading = false;
  }
}

/** The signed-in person; only for screens, which stand behind the guard. */
export function useWho(): UserInfo {
  const who = usePerson((held) => held.info);
  if (who === null) throw new Error('nobody is signed in');
  return who;
}

/** Whether the person holds a permission; the server decides all the same. */
export const useHolds = (permit: Permit): boolean =>
  usePerson((held) => held.info?.permissions.includes(permit) ?? false);

/** The same outside of what is drawn by hooks: in the list of a row's actions, which is made anew with the page. */
export const holds = (permit: Permit): boolean => usePerson.getState().info?.permissions.includes(permit) ?? false;
