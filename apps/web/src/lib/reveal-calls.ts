import type { RevealInput } from '@anlan/contract/domain/reveal';
import { revealCalls } from '@anlan/contract/http/reveal';
import { sessionOwnCalls } from '@anlan/contract/modules/session/own-calls';
import * as z from 'zod/mini';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { encryptPassword } from './cipher.ts';
import { config } from './config.ts';

const { reveal, confirm } = api({ reveal: revealCalls.reveal, confirm: sessionOwnCalls.confirm });

/** Shows what stands behind a mask; whoever asks shows what fails. */
export const revealOne = async (input: RevealInput) => (await reveal(input, { quiet: true })).value;

/** Shows one's own password once more, which holds for some minutes. */
export async function confirmPassword(password: string): Promise<void> {
  const { passwordKey, passwordMode } = await config();
  await confirm({ password: encryptPassword(password, passwordKey, passwordMode) }, { quiet: true });
}

const wanted = z.object({ confirm: z.literal(true) });
/** Whether a call failed because the password must be shown once more first. */
export const wantsPassword = (error: unknown): boolean =>
  error instanceof ApiError && z.safeParse(wanted, error.data).success;
