import type { FieldSpec } from '@anlan/contract/kit/field';

/** A field as the audit speaks of it. */
export type SpokenField = Pick<FieldSpec, 'label'> &
  Partial<Pick<FieldSpec, 'kind' | 'dictionary' | 'codes' | 'words' | 'refersTo' | 'unit' | 'digits'>>;
/** Things of one kind as the audit speaks of them. */
export interface Spoken {
  readonly label: string;
  readonly fields: Readonly<Record<string, SpokenField>>;
}
