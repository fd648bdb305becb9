import type { FieldSpec } from '@anlan/contract/kit/field';
import { none, valueText } from './cells.tsx';
import type { Values } from './resource.ts';
import './list-control.css';

/** The items of a list as a table to read. */
export function ListItems({ spec, value }: { spec: FieldSpec; value: unknown }) {
  const columns = Object.entries(spec.list?.of ?? {});
  // Rows hold what the declaration's schema says.
  const items = (Array.isArray(value) ? value : []) as Values[];
  if (items.length === 0) return none;
  return (
    <div className="kit-list">
      <table>
        <thead>
          <tr>
            {columns.map(([key, { spec: part }]) => (
              <th key={key} scope="col">
                {part.short ?? part.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, at) => (
            // Items have no key of their own: their place tells them apart.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              {columns.map(([key, { spec: part }]) => (
                <td key={key} data-label={part.label}>
                  {valueText(part, item[key], true) ?? none}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
