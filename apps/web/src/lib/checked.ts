import { invalid } from './api-error.ts';

interface Schema<O> {
  safeParse: (
    value: unknown,
  ) =>
    | { success: true; data: O }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

/** What a form holds, as the contract takes it; what it does not take fails like the server's own refusal. */
export function checked<O>(schema: Schema<O>, value: unknown): O {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(result.error.issues);
}
