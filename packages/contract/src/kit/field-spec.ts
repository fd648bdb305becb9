// What a field is, as data.
import type * as z from 'zod/mini';
import type { UploadDir } from '../modules/file/file.ts';
import type { InSheets } from './cell-words.ts';
import type { FieldKind, HeadRole } from './field-kind.ts';

/** Purposes of files that fields of resources hold: pictures alone, papers too, or a face for a person's own people. */
export type FilePurpose = Extract<UploadDir, 'photo' | 'evidence' | 'face'>;

/** Which files a field takes, and how many. */
export interface FileRules {
  readonly purpose: FilePurpose;
  readonly least: number;
  readonly most: number;
}

/** Fields of the items of a list, or of a group. */
export type FieldsOf = Readonly<Record<string, { readonly spec: FieldSpec; readonly schemas: FieldSchemas }>>;
/** What a list field holds. */
export interface ListRules {
  /** Name of one item. */
  readonly item: string;
  readonly of: FieldsOf;
  readonly least: number;
  readonly most: number;
  /** Values that a new item begins with. */
  readonly begin: Readonly<Record<string, unknown>>;
}

/** How a list narrows by a field: one value, several of them, a division with all below it, or a range from … to. */
export type FilterKind = 'one' | 'many' | 'below' | 'range';

/** A condition on another field: filled in (and not 0), one of some values, or none of them. */
export interface Condition {
  readonly field: string;
  readonly is: 'filled' | readonly unknown[] | { readonly not: readonly unknown[] };
}

/** What a field is, as data. */
export interface FieldSpec extends InSheets {
  readonly kind: FieldKind;
  /** What people call it, in forms, exports and messages. */
  readonly label: string;
  /** Most characters of a text. */
  readonly max?: number;
  readonly unit?: string;
  /** Digits after the point of a decimal. */
  readonly digits?: number;
  /** Dictionary whose items are the values, or that gives them labels and colours. */
  readonly dictionary?: string;
  /** Resource that a reference points at. */
  readonly refersTo?: string;
  readonly required?: boolean;
  readonly default?: unknown;
  /** The caller's own enterprise where it is left out. */
  readonly own?: boolean;
  readonly unique?: boolean;
  readonly sortable?: boolean;
  readonly filter?: FilterKind;
  /** How the keyword finds it: `prefix` where the keyword matches the pattern, `contains` otherwise. */
  readonly search?: {
    readonly how: 'prefix' | 'contains';
    readonly pattern?: RegExp;
    /** Whether letters find it by its pinyin and initials, which stand in `<column>_search`. */
    readonly pinyin?: true;
  };
  readonly encrypted?: boolean;
  /** Whether equal values can be found, by `<column>_index`. */
  readonly findable?: boolean;
  readonly immutable?: boolean;
  /** Stored but never typed. */
  readonly kept?: boolean;
  /** Worked out when rows are read, by the hook `compute`. */
  readonly computed?: boolean;
  readonly inputOnly?: boolean;
  /** Left out of lists; the form reads the row before it opens. */
  readonly whole?: boolean;
  /** Fields, number and name of the items of a list. */
  readonly list?: ListRules;
  /** Fields of a group. */
  readonly group?: FieldsOf;
  /** Where the field applies; everywhere if it is left out. */
  readonly when?: Condition;
  /** Lowest and highest value of a number. */
  readonly bounds?: readonly [min: number, max: number];
  /** Shorter label of lists and filters. */
  readonly short?: string;
  /** Placeholder of an empty control. */
  readonly example?: string;
  /** Hint below the control. */
  readonly help?: string;
  readonly section?: string;
  /** What it says in the strip above a record. */
  readonly head?: HeadRole;
  /** Values of `oneOf`. */
  readonly values?: readonly string[];
  /** Words of the values of `oneOf`, where no dictionary has them. */
  readonly words?: Readonly<Record<string, string>>;
  /** How the values of `oneOf` stand on the wire and in the dictionary, where they differ. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Column of the table, where it is not the key in snake case. */
  readonly column?: string;
  /** Which files a field takes, and how many. */
  readonly files?: FileRules;
  /** Beginning of the numbers that a serial gives out. */
  readonly prefix?: string;
  /** Own words of refusals. */
  readonly messages?: { readonly missing?: string; readonly unknown?: string };
}

/** The schemas of a field, outside ↔ inside. */
export interface FieldSchemas {
  /** What comes in. */
  readonly input: z.ZodMiniType;
  /** What goes out. */
  readonly output: z.ZodMiniType;
  /** One value of a filter, as a query carries it. */
  readonly filter: z.ZodMiniType;
}
