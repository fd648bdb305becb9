import type { Permit } from '@anlan/contract/permits';

/** A page without a menu entry, such as the dossier of an enterprise. The index.ts of a module lists them. */
export interface InsidePage {
  path: string;
  label: string;
  /** Key of the page's code: `enterprise/dossier` is screens/dossier.tsx in the module enterprise. */
  component: string;
  /** Path of the list to which the page belongs, when that is in another folder. */
  under?: string;
  /** Permit without which the page is refused with /403. */
  permit?: Permit;
}
