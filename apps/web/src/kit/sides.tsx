import type { ReactNode } from 'react';
import './form.css';

interface Props {
  /** Headings of the first column and of the two sides. */
  heads: readonly [ReactNode, ReactNode, ReactNode];
  /** `chosen`: the side whose value is used; absent if nobody chooses. */
  rows: readonly { key: string; label: string; cells: readonly [ReactNode, ReactNode]; chosen?: 0 | 1 }[];
  empty?: string;
}

/** Two values of each field side by side: in a save conflict, and before two records are merged. */
export const Sides = ({ heads, rows, empty }: Props) => (
  <table className="kit-sides">
    <thead>
      <tr>
        {heads.map((head, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <th key={at} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.length === 0 && empty && (
        <tr>
          <td colSpan={3}>{empty}</td>
        </tr>
      )}
      {rows.map(({ key, label, cells: [one, other], chosen }) => (
        <tr key={key}>
          <th scope="row">{label}</th>
          <td className={chosen === 0 ? 'kit-chosen' : ''}>{one}</td>
          <td className={chosen === 1 ? 'kit-chosen' : ''}>{other}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
