import type { FormInstance } from 'antd';
import { useState } from 'react';
import * as z from 'zod/mini';
import { dropDraft, readDraft, writeDraft } from './draft.ts';

/** What a form keeps, and under which name. */
interface Drafting<V extends object, S extends z.core.$ZodShape> {
  form: FormInstance<V>;
  /** Names the form and its row, for example station-new. */
  name: string;
  /** What may be kept, field by field; what is classified, and passwords, stand in none. */
  shape: z.ZodMiniObject<S>;
  /** The form as it is opened. */
  base: V;
  /** The version of the row that is opened; 0 for a new one. */
  version: number;
}

/** Fields of what was kept that still fit the form; what a release no longer knows is left out. */
function fitting<S extends z.core.$ZodShape>(shape: z.ZodMiniObject<S>, values: Record<string, unknown>) {
  const fits = Object.entries(shape.shape).flatMap(([field, one]) => {
    const read = Object.hasOwn(values, field) ? z.safeParse(one, values[field]) : undefined;
    return read?.success ? [[field, read.data] as const] : [];
  });
  return Object.fromEntries(fits);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * Keeps what is typed into a form until it is saved or given up: a reload, a part that does not come and a session that
 * ends lose nothing. The draft is put back when the form is opened again, and that is said.
 */
export function useDraft<V extends object, S extends z.core.$ZodShape>(drafting: Drafting<V, S>) {
  const { form, name, shape, base, version } = drafting;
  const [found, setFound] = useState(() => readDraft(name));
  const [taken, setTaken] = useState<{ version: number; values: Record<string, unknown> }>();
  const begun = taken?.version ?? found?.version ?? version;
  const [values] = useState(() => found && { ...base, ...fitting(shape, found.values) });
  return {
    name,
    /** Whether what stands in the form was put back. */
    isRestored: found !== undefined,
    /** What the form begins with. */
    initial: values ?? base,
    /** The version that what stands in the form began on. */
    version: begun,
    /** What stood in the fields that were put back when they were typed in; undefined where nobody knows. */
    before: found?.before,
    /** Whether a field is kept. */
    keeps: (field: string) => Object.hasOwn(shape.shape, field),
    /** Keeps what stands in the form now. */
    keep: () => {
      const typed: Record<string, unknown> = { ...form.getFieldsValue(true) };
      const opened: Record<string, unknown> = { ...base, ...taken?.values };
      const before: Record<string, unknown> = taken ? opened : { ...opened, ...found?.before };
      // Of a row only what was typed: put back over what others have saved since, the rest would undo theirs.
      const known = Object.entries(typed).filter(
        ([field, value]) => Object.hasOwn(shape.shape, field) && (begun === 0 || !isSame(opened[field], value)),
      );
      if (known.length === 0) dropDraft(name);
      else
        writeDraft(name, {
          version: begun,
          values: Object.fromEntries(known),
          before: Object.fromEntries(known.map(([field]) => [field, before[field]])),
        });
    },
    /** Lets it go: it was saved, or given up. */
    drop: () => dropDraft(name),
    /** What stood in the form gave way to what somebody else saved: it goes on from that version. */
    take: (newer: number) => {
      dropDraft(name);
      setFound(undefined);
      setTaken({ version: newer, values: { ...form.getFieldsValue(true) } });
    },
    /** Puts the form back to how it was opened. */
    clear: () => {
      dropDraft(name);
      setFound(undefined);
      const blank = Object.keys(form.getFieldsValue(true)).map((field) => [field, undefined]);
      form.setFieldsValue({ ...Object.fromEntries(blank), ...base });
    },
  };
}

/** A form's draft. */
export type FormDraft = ReturnType<typeof useDraft>;
