import type { RevealInput } from '@anlan/contract/domain/reveal';
import { revealCalls } from '@anlan/contract/http/reveal';
import { sessionOwnCalls } from '@anlan/contract/modules/session/session-list-calls';
import * as z from 'zod/mini';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { encryptPassword } from './cipher.ts';
import { config } from './config.ts';

const { reveal, confirm } = api({ reveal: revealCalls.reveal, confirm: sessionOwnCalls.confirm });

export const revealOne = async (input: RevealInput) => (await reveal(input, { quiet: true })).value;

/** Confirms the password of the current user; the confirmation is valid for some minutes. */
export async function confirmPassword(password: string): Promise<void> {
  const { passwordKey, passwordMode } = await config();
  await confirm({ password: encryptPassword(password, passwordKey, passwordMode) }, { quiet: true });
}

const wanted = z.object({ confirm: z.literal(true) });
export const wantsPassword = (error: unknown): boolean =>
  error instanceof ApiError && z.safeParse(wanted, error.data).success;
