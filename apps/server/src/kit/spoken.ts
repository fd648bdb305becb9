import type { FieldSpec } from '@anlan/contract/kit/field';

/** A field as the audit speaks of it. */
export type SpokenField = Pick<FieldSpec, 'label'> &
  Partial<Pick<FieldSpec, 'kind' | 'dictionary' | 'codes' | 'refersTo' | 'unit' | 'digits'>> & {
    /** Words of fixed values. */
    readonly words?: Readonly<Record<string, string>>;
  };
/** Things of one kind as the audit speaks of them. */
export interface Spoken {
  readonly label: string;
  readonly fields: Readonly<Record<string, SpokenField>>;
}
