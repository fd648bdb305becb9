// The calls of an import; apart from declarations, so that pages without any do not load them.
import * as z from 'zod/mini';
import { id, withId } from '../domain/fields.ts';
import type { Permit } from '../permits.ts';
import { enveloped, file, get, post, type Call } from '../http/dialect.ts';

const jobOf = z.object({
  /** The work to watch with GET /upms/job/{id}. */
  jobId: id,
});
/** What differs from the usual import. */
interface ImportOptions<I extends z.ZodMiniType> {
  confirm: I;
  maxBytes: number;
  /** Whether files answer what their sender may not look up at will. */
  isLookup?: boolean;
}

/** Rows brought in as a file: a dry run that names each fault, then what the person decides. */
export function importCalls<I extends z.ZodMiniType>(
  { permits }: { permits: string },
  path: string,
  { confirm, maxBytes, isLookup = true }: ImportOptions<I>,
) {
  const who = { permit: `${permits}:import` as Permit, origin: 'chosen' };
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
