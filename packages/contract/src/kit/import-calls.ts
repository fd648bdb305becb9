// Calls of an import. This file is separate, so that pages without imports do not load it.
import * as z from 'zod/mini';
import { id, withId } from '../domain/fields.ts';
import type { Permit } from '../permits.ts';
import { enveloped, file, get, post, type Call } from '../http/call-table.ts';

const jobOf = z.object({
  /** Id of the import job; poll its progress with GET /upms/job/{id}. */
  jobId: id,
});
interface ImportOptions<I extends z.ZodMiniType> {
  confirm: I;
  maxBytes: number;
  /** Whether the response to an import file can reveal data that its sender may not look up freely. */
  isLookup?: boolean;
}

/** Calls of an import. A dry run lists every error of the file; then a person decides whether to import. */
export function importCalls<I extends z.ZodMiniType>(
  { permits }: { permits: string },
  path: string,
  { confirm, maxBytes, isLookup = true }: ImportOptions<I>,
) {
  const who = { permit: `${permits}:import` as Permit };
  return {
    importTemplate: get(`${path}/importTemplate`, { answer: file('xlsx'), wait: 'export' as const, ...who }),
    import: post(`${path}/import`, {
      file: { maxBytes, kinds: ['xlsx', 'csv'] as const },
      answer: enveloped(jobOf),
      wait: 'upload' as const,
      ...(isLookup ? { rate: 'lookup' as const } : {}),
      ...who,
    }),
    importConfirm: post(`${path}/import/confirm`, { input: confirm, answer: enveloped(jobOf), ...who }),
    importErrors: get(`${path}/import/errors/{id}`, {
      input: withId,
      answer: file('xlsx'),
      wait: 'export' as const,
      ...who,
    }),
  } satisfies Record<string, Call>;
}
