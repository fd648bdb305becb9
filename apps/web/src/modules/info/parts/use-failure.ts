import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';

/** Shows a save error at its field if `fields` contains it, otherwise above the form. */
export function useFailure(form: FormInstance, fields: readonly string[]) {
  const [problem, setProblem] = useState<string | null>(null);
  return {
    problem,
    clear: () => setProblem(null),
    show(error: Error) {
      const fieldErrors = error instanceof ApiError ? error.errors.filter(({ field }) => fields.includes(field)) : [];
      form.setFields(fieldErrors.map(({ field, msg }) => ({ name: field, errors: [msg] })));
      setProblem(fieldErrors.length > 0 ? null : error.message);
      const [first] = fieldErrors;
      if (first) form.getFieldInstance(first.field)?.focus?.();
    },
  };
}
