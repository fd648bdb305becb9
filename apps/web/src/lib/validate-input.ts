import { invalidInputError } from './api-error.ts';

interface Schema<O> {
  safeParse: (
    value: unknown,
  ) =>
    | { success: true; data: O }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

/** Validates form values with the contract's schema. Throws an ApiError like a refusal by the server. */
export function checked<O>(schema: Schema<O>, value: unknown): O {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidInputError(result.error.issues);
}
