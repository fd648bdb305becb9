/** A page inside that no menu entry opens by itself, such as one enterprise's file; a room's index.ts lists them. */
export interface InsidePage {
  /** Path, with `:name` for what varies. */
  path: string;
  /** Label of its tab. */
  label: string;
  /** Page key: `enterprise/dossier` is screens/dossier.tsx of the module enterprise. */
  component: string;
  /** The path of the list that it belongs to, where it does not lie in its folder. */
  under?: string;
}
