// How one act is done on several records: the ordinary call of each record, with the version that was just read.
import { bind, type AnyResource, type Bound, type Values } from '#kit/resource.ts';
import { asksAny, moveFieldsOf, moveOf } from '#kit/move-rules.ts';
import { confirmAlarm, confirmReceipt, declarations } from './calls.ts';

export interface TogetherRunner {
  /** Input that all records share; null if the act asks for nothing. */
  readonly fields: AnyResource | null;
  /** Does the act on the subject of a to-do. Throws why it is not done. */
  readonly run: (subjectId: string, values: Values) => Promise<void>;
}

/** Most expired items of an enterprise that one act urges. */
const mostItems = 100;

/** The records of a to-do whose subject is not the record itself. */
const recordsOf: Readonly<Record<string, (bound: Bound, subjectId: string) => Promise<readonly string[]>>> = {
  warning: async ({ records }, enterpriseId) =>
    (await records({ enterpriseId: [enterpriseId], level: ['expired'] }, mostItems)).map(({ id }) => id),
};

const others: Readonly<Record<string, () => Promise<TogetherRunner>>> = {
  'notice.receipt': () => Promise.resolve({ fields: null, run: async (id) => void (await confirmReceipt(id)) }),
  'audit.confirmAlarm': () => Promise.resolve({ fields: null, run: async (id) => void (await confirmAlarm(id)) }),
};

export async function loadRunner(act: string): Promise<TogetherRunner> {
  const other = others[act];
  if (other) return other();
  const [name = '', move = ''] = act.split('.');
  const declaration = declarations[name];
  if (!declaration) throw new Error(`${act} is not done on several records`);
  const bound = bind(...(await declaration()));
  return {
    fields: asksAny(moveOf(bound.of, move)) ? moveFieldsOf(bound.of, move) : null,
    run: async (subjectId, values) => {
      let done = 0;
      for (const id of (await recordsOf[name]?.(bound, subjectId)) ?? [subjectId]) {
        const row = await bound.read(id);
        if (!row.abilities.includes(move)) continue;
        await bound.move(move, row, values, true);
        done += 1;
      }
      if (done === 0) throw new Error('现在不用办理了，可能已由他人办理');
    },
  };
}
