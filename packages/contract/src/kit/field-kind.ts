// Basic types of field declarations.
/** Role of a field in the strip above a record: state, reason, expiry, responsible person. */
export type HeadRole = 'state' | 'why' | 'expires' | 'answers';

/** Kind of a field. It decides codec, column, form control and list cell. */
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

const structuredKinds: ReadonlySet<FieldKind> = new Set(['list', 'group', 'json']);
/** Whether the values have parts, so that one cell of a list or sheet cannot show them. */
export const isStructured = (kind: FieldKind): boolean => structuredKinds.has(kind);
