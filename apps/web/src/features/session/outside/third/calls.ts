import { userType } from '@anlan/contract/domain/session';
import type { Brand } from '@anlan/contract/domain/tenant';
import { directoryCalls } from '@anlan/contract/wire/directory';
import { thirdCalls } from '@anlan/contract/wire/third';
import { api } from '#lib/api.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config } from '#lib/config.ts';
import { begin, type Gate } from '../../calls.ts';

const third = api({ start: thirdCalls.thirdStart, signIn: thirdCalls.thirdSignIn });
const directory = api({ door: directoryCalls.directoryDoor, signIn: directoryCalls.directorySignIn });

/** Begins a trip to WeChat. */
export const startTrip = (tenantId: string) => third.start({ purpose: 'login', tenantId }, { quiet: true });

/** Signs in with what came back from a trip; answers the ticket of the second step where one is due. */
export async function finishTrip(place: Brand, state: string, code: string): Promise<string | null> {
  const thirdparty = { state, code, tenantId: place.id };
  const answer = await third.signIn({ thirdparty, grant_type: 'thirdparty', scope: 'server' }, { quiet: true });
  return begin(answer, place);
}

/** The directories of a place, or null where a proxy has signed the person in already. */
export async function openDoor(place: Brand, signal: AbortSignal) {
  const answer = await directory.door({ tenantId: place.id }, { signal, quiet: true });
  if ('directories' in answer) return answer.directories;
  begin(answer, place);
  return null;
}

/** Signs in with an account of a directory; answers the ticket of the second step where one is due. */
export async function signInByDirectory(
  { place, type }: Gate,
  given: { directory: string; username: string; password: string },
): Promise<string | null> {
  const { passwordKey, passwordMode } = await config();
  const answer = await directory.signIn(
    {
      tenantId: place.id,
      directory: given.directory,
      username: given.username,
      password: encryptPassword(given.password, passwordKey, passwordMode),
      userType: userType[type],
      shopId: '',
    },
    { quiet: true },
  );
  return begin(answer, place);
}
