import type { FieldSpec } from '@anlan/contract/kit/field';

export type AuditField = Pick<FieldSpec, 'label'> &
  Partial<Pick<FieldSpec, 'kind' | 'dictionary' | 'codes' | 'words' | 'refersTo' | 'unit' | 'digits'>>;
export interface AuditWording {
  readonly label: string;
  readonly fields: Readonly<Record<string, AuditField>>;
}
