// Specification of a field as plain data.
import type * as z from 'zod/mini';
import type { UploadDir } from '../modules/file/file.ts';
import type { SheetOptions } from './cell-format.ts';
import type { FieldKind, HeadRole } from './field-kind.ts';

/**
 * Purpose of uploaded files. `photo`: only pictures; `evidence`: also documents; `face`: face photos of the unit's own
 * people.
 */
export type FilePurpose = Extract<UploadDir, 'photo' | 'evidence' | 'face'>;

export interface FileRules {
  readonly purpose: FilePurpose;
  readonly least: number;
  readonly most: number;
}

export type FieldsOf = Readonly<Record<string, { readonly spec: FieldSpec; readonly schemas: FieldSchemas }>>;
export interface ListRules {
  readonly item: string;
  readonly of: FieldsOf;
  readonly least: number;
  readonly most: number;
  /** Initial values of a new item of the list. */
  readonly begin: Readonly<Record<string, unknown>>;
}

/** How a list filters by the field. `below`: a division and all divisions below it; `range`: from … to. */
export type FilterKind = 'one' | 'many' | 'below' | 'range';

/** A condition on another field: the field is filled in (and not 0), has one of the values, or has none of them. */
export interface Condition {
  readonly field: string;
  readonly is: 'filled' | readonly unknown[] | { readonly not: readonly unknown[] };
}

export interface FieldSpec extends SheetOptions {
  readonly kind: FieldKind;
  readonly label: string;
  readonly max?: number;
  readonly unit?: string;
  /** Number of digits after the decimal point. */
  readonly digits?: number;
  /** Dictionary that defines the values, or only their labels and colours. */
  readonly dictionary?: string;
  readonly refersTo?: string;
  readonly required?: boolean;
  readonly default?: unknown;
  /** Whether the field defaults to the caller's own enterprise. */
  readonly own?: boolean;
  readonly unique?: boolean;
  readonly sortable?: boolean;
  readonly filter?: FilterKind;
  /** How the keyword search matches: as a prefix if the keyword matches the pattern, else anywhere in the text. */
  readonly search?: {
    readonly how: 'prefix' | 'contains';
    readonly pattern?: RegExp;
    /** Whether the search also matches pinyin and its initials, which are stored in `<column>_search`. */
    readonly pinyin?: true;
  };
  /** Converts a typed text to the stored form. */
  readonly normalise?: (text: string) => string;
  readonly encrypted?: boolean;
  /** Whether the encrypted field can be searched for whole values, by the column `<column>_index`. */
  readonly findable?: boolean;
  readonly immutable?: boolean;
  /** Whether only the program sets the field, never an input. */
  readonly serverSet?: boolean;
  /** Whether the hook `compute` computes the value when rows are read. */
  readonly computed?: boolean;
  readonly inputOnly?: boolean;
  /** Whether lists leave the field out. The form then loads the whole row before it opens. */
  readonly whole?: boolean;
  readonly list?: ListRules;
  readonly group?: FieldsOf;
  /** Condition under which the field applies; always if absent. */
  readonly when?: Condition;
  readonly bounds?: readonly [min: number, max: number];
  readonly short?: string;
  readonly example?: string;
  readonly help?: string;
  readonly section?: string;
  readonly head?: HeadRole;
  readonly values?: readonly string[];
  /** Labels of the `oneOf` values, if no dictionary has them. For a boolean: labels by `true` and `false`. */
  readonly words?: Readonly<Record<string, string>>;
  readonly tones?: Readonly<Record<string, string>>;
  /** Codes of the `oneOf` values on the wire and in the dictionary, if they differ from the values in code. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Column name, if it is not the field's key in snake case. */
  readonly column?: string;
  readonly files?: FileRules;
  /** Prefix of the numbers that a serial field creates. */
  readonly prefix?: string;
  readonly messages?: { readonly missing?: string; readonly unknown?: string };
}

export interface FieldSchemas {
  readonly input: z.ZodMiniType;
  readonly output: z.ZodMiniType;
  /** Schema of one filter value, as a query parameter carries it. */
  readonly filter: z.ZodMiniType;
}
