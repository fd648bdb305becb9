import type { MenuEntry } from '@anlan/contract/domain/access';
import type { UserInfo } from '@anlan/contract/domain/user';
import type { Permit } from '@anlan/contract/permits';
import { accessCalls } from '@anlan/contract/wire/access';
import { userCalls } from '@anlan/contract/wire/user';
import { create } from 'zustand';
import { api } from './api.ts';
import { onSignal } from './signals.ts';

const { info } = api({ info: userCalls.info });
const { menu } = api({ menu: accessCalls.menu });

interface Held {
  info: UserInfo | null;
  menu: MenuEntry[];
}
const nobody: Held = { info: null, menu: [] };

/** Who is signed in, and their menu. */
export const usePerson = create<Held>(() => nobody);

onSignal('ended', () => usePerson.setState(nobody));

/** Load who is signed in and their menu, unless they are there (RG-03). */
export async function loadPerson(): Promise<void> {
  if (usePerson.getState().info?.roles.length) return;
  const [who, entries] = await Promise.all([info({ channel: 'pc' }, { quiet: true }), menu({}, { quiet: true })]);
  usePerson.setState({ info: who, menu: entries });
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
