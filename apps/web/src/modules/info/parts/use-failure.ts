import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';

/** Shows what a save came to: at its fields where the form has them, else as one line above. */
export function useFailure(form: FormInstance, fields: readonly string[]) {
  const [problem, setProblem] = useState<string | null>(null);
  return {
    problem,
    clear: () => setProblem(null),
    show(error: Error) {
      const told = error instanceof ApiError ? error.errors.filter(({ field }) => fields.includes(field)) : [];
      form.setFields(told.map(({ field, msg }) => ({ name: field, errors: [msg] })));
      setProblem(told.length > 0 ? null : error.message);
      const [first] = told;
      if (first) form.getFieldInstance(first.field)?.focus?.();
    },
  };
}
