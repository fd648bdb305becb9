// Words that fields are declared with.
/** What a field says in the strip above a record: its state, why, when something ends, who answers for it. */
export type HeadRole = 'state' | 'why' | 'expires' | 'answers';

/** Kinds of fields; the kind decides codec, column, control and cell. */
export type FieldKind =
  | 'text'
  | 'prose'
  | 'rich'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'boolean'
  | 'day'
  | 'instant'
  | 'code'
  | 'codes'
  | 'oneOf'
  | 'ref'
  | 'person'
  | 'region'
  | 'industry'
  | 'phone'
  | 'idNumber'
  | 'creditCode'
  | 'serial'
  | 'files'
  | 'list'
  | 'group'
  | 'json';

const structured: ReadonlySet<FieldKind> = new Set(['list', 'group', 'json']);
/** Whether a value is more than one word or several: no cell of a list or sheet shows it. */
export const isStructured = (kind: FieldKind): boolean => structured.has(kind);
