import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writePrivateFile } from '../secrets/private-file.ts';

const done = z.object({ at: z.string(), note: z.string() });
const state = z.object({
  full: z.optional(done),
  log: z.optional(done),
  check: z.optional(done),
  failure: z.optional(z.object({ at: z.string(), note: z.string(), what: z.string() })),
});
export type BackupState = z.infer<typeof state>;

const pathOf = (dataDir: string) => join(dataDir, 'backup.json');

export function readState(dataDir: string): BackupState {
  try {
    return existsSync(pathOf(dataDir)) ? state.parse(JSON.parse(readFileSync(pathOf(dataDir), 'utf8'))) : {};
  } catch {
    return {};
  }
}

export function noteDone(dataDir: string, what: 'full' | 'log' | 'check', note: string, at: Date) {
  const { failure, ...before } = readState(dataDir);
  const open = failure && failure.what !== what ? { failure } : {};
  writePrivateFile(
    pathOf(dataDir),
    `${JSON.stringify({ ...before, ...open, [what]: { at: at.toISOString(), note } }, null, 2)}\n`,
  );
}

export function noteFailure(dataDir: string, what: 'full' | 'log' | 'check', note: string, at: Date) {
  const failure = { at: at.toISOString(), note, what };
  writePrivateFile(pathOf(dataDir), `${JSON.stringify({ ...readState(dataDir), failure }, null, 2)}\n`);
}
