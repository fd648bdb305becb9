import type { Generated } from 'kysely';

/** Tables of dictionaries. Rows of the platform have tenant '0'. */
export interface DictionaryTables {
  dictionary: {
    tenant_id: string;
    id: string;
    type: string;
    label: string;
    edit: string;
    description: string | null;
    version: Generated<number>;
  };
  dictionary_item: {
    tenant_id: string;
    id: string;
    dict_id: string;
    type: string;
    code: string;
    value: string;
    label: string;
    description: string | null;
    sort: number;
    color: string | null;
    enabled: Generated<boolean>;
    version: Generated<number>;
  };
  region: {
    tenant_id: string;
    code: string;
    name: string;
    parent: string | null;
    level: number;
    leaf: boolean;
    pinyin: string;
    path: string;
    valid_from: string | null;
    /** Day on which the division was abolished. `replacement`: the code that replaced it. */
    valid_to: string | null;
    replacement: string | null;
    enabled: Generated<boolean>;
    version: Generated<number>;
  };
  industry: { tenant_id: string; code: string; parent: string | null; name: string; pinyin: string };
}
