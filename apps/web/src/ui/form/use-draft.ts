import type { FormInstance } from 'antd';
import { useState } from 'react';
import * as z from 'zod/mini';
import { dropDraft, readDraft, writeDraft } from './draft.ts';

interface Drafting<V extends object, S extends z.core.$ZodShape> {
  form: FormInstance<V>;
  name: string;
  /** The schema of the fields that the draft may contain; never classified fields or passwords. */
  shape: z.ZodMiniObject<S>;
  base: V;
  /** The version of the row when editing began; 0 for a new row. */
  version: number;
}

function fitting<S extends z.core.$ZodShape>(shape: z.ZodMiniObject<S>, values: Record<string, unknown>) {
  const fits = Object.entries(shape.shape).flatMap(([field, one]) => {
    const read = Object.hasOwn(values, field) ? z.safeParse(one, values[field]) : undefined;
    return read?.success ? [[field, read.data] as const] : [];
  });
  return Object.fromEntries(fits);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * Stores the input of a form as a draft until it is saved or discarded. The draft survives reloads, failed chunks and
 * an ended session. When the form opens again, it restores the draft and shows a message.
 */
export function useDraft<V extends object, S extends z.core.$ZodShape>(drafting: Drafting<V, S>) {
  const { form, name, shape, base, version } = drafting;
  const [storedDraft, setStoredDraft] = useState(() => readDraft(name));
  const [newerRow, setNewerRow] = useState<{ version: number; values: Record<string, unknown> }>();
  const begun = newerRow?.version ?? storedDraft?.version ?? version;
  const [values] = useState(() => storedDraft && { ...base, ...fitting(shape, storedDraft.values) });
  return {
    name,
    isRestored: storedDraft !== undefined,
    initial: values ?? base,
    version: begun,
    /** The values that the restored fields had before the edit; undefined when unknown. */
    before: storedDraft?.before,
    keeps: (field: string) => Object.hasOwn(shape.shape, field),
    keep: () => {
      const typed: Record<string, unknown> = { ...form.getFieldsValue(true) };
      const opened: Record<string, unknown> = { ...base, ...newerRow?.values };
      const before: Record<string, unknown> = newerRow ? opened : { ...opened, ...storedDraft?.before };
      // For an existing row only changed fields are stored. Restoring unchanged fields would undo saves by other users.
      const storable = Object.entries(typed).filter(
        ([field, value]) => Object.hasOwn(shape.shape, field) && (begun === 0 || !isSame(opened[field], value)),
      );
      if (storable.length === 0) dropDraft(name);
      else
        writeDraft(name, {
          version: begun,
          values: Object.fromEntries(storable),
          before: Object.fromEntries(storable.map(([field]) => [field, before[field]])),
        });
    },
    drop: () => dropDraft(name),
    /** The form now has the values of a newer row that another user saved. The draft continues from that version. */
    take: (newer: number) => {
      dropDraft(name);
      setStoredDraft(undefined);
      setNewerRow({ version: newer, values: { ...form.getFieldsValue(true) } });
    },
    clear: () => {
      dropDraft(name);
      setStoredDraft(undefined);
      const blank = Object.keys(form.getFieldsValue(true)).map((field) => [field, undefined]);
      form.setFieldsValue({ ...Object.fromEntries(blank), ...base });
    },
  };
}

export type FormDraft = ReturnType<typeof useDraft>;
