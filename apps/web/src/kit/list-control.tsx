import type { FieldSpec } from '@anlan/contract/kit/field';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Fragment, type ClipboardEvent } from 'react';
import * as z from 'zod/mini';
import { Icon } from '#ui/icon.tsx';
import { itemsIn } from '#widgets/dictionary.ts';
import { none, valueText } from './cells.tsx';
import { FieldControl, type ControlField, type ControlProps } from './controls.tsx';
import { cellsOf, pasted } from './list-rules.ts';
import type { Values } from './resource.ts';
import './form.css';

const isItem = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** An editable table of list items; accepts rows pasted from a spreadsheet. */
export function ListControl({
  id,
  name,
  spec,
  row,
  value,
  onChange,
  onBlur: _onBlur,
  ...rest
}: ControlProps & ControlField) {
  const client = useQueryClient();
  if (spec.list === undefined) throw new Error(`${name} is no list`);
  const { list } = spec;
  const { item, of, most, begin } = list;
  const items = Array.isArray(value) ? value.filter(isItem) : [];
  const columns = Object.entries(of);
  const put = (at: number, key: string, next: unknown) =>
    onChange?.(items.map((one, place) => (place === at ? { ...one, [key]: next } : one)));
  const swap = (at: number) =>
    onChange?.([...items.slice(0, at), ...items.slice(at, at + 2).toReversed(), ...items.slice(at + 2)]);
  const paste = (event: ClipboardEvent, at: number, column: number) => {
    const cells = cellsOf(event.clipboardData.getData('text/plain'));
    if (cells === null) return;
    event.preventDefault();
    const dictionary = (type: string) => itemsIn(client, type);
    onChange?.(pasted(list, items, cells, { row: at, column }, dictionary));
  };
  return (
    <div className="kit-list" {...(id ? { id } : {})} {...rest} role="group">
      {items.length > 0 && (
        <table>
          <thead>
            <tr>
              {columns.map(
                ([
                  key,
                  {
                    spec: { label, short, unit },
                  },
                ]) => (
                  <th key={key} scope="col">
                    {short ?? label}
                    {unit ? `（${unit}）` : ''}
                  </th>
                ),
              )}
              <td aria-hidden />
            </tr>
          </thead>
          <tbody>
            {items.map((one, at) => (
              // Items have no key of their own; the index identifies them.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                {columns.map(([key, { spec: part }], column) => (
                  <td key={key} data-label={part.label} onPaste={(event) => paste(event, at, column)}>
                    <FieldControl
                      name={key}
                      spec={{ ...part, unit: '' }}
                      row={row}
                      aria-label={`${item} ${at + 1} ${part.label}`}
                      value={one[key] ?? null}
                      onChange={(next) => put(at, key, next)}
                    />
                  </td>
                ))}
                <td className="kit-list-acts">
                  {items.length > 1 && (
                    <Button
                      type="text"
                      size="small"
                      disabled={at === 0}
                      aria-label={`上移 ${item} ${at + 1}`}
                      onClick={() => swap(at - 1)}
                    >
                      上移
                    </Button>
                  )}
                  <Button
                    type="text"
                    size="small"
                    danger
                    aria-label={`移除${item} ${at + 1}`}
                    icon={<Icon name="trash" size={14} />}
                    onClick={() => onChange?.(items.filter((_item, place) => place !== at))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button
        type="dashed"
        block
        disabled={items.length >= most}
        icon={<Icon name="plus" size={16} />}
        onClick={() => onChange?.([...items, { ...begin }])}
      >
        添加{item}
      </Button>
    </div>
  );
}

export function GroupControl({
  id,
  spec,
  row,
  value,
  onChange,
  name: _name,
  onBlur,
  ...rest
}: ControlProps & ControlField) {
  const held = isItem(value) ? value : {};
  return (
    <div className="kit-group" {...(id ? { id } : {})} {...rest} role="group">
      {Object.entries(spec.group ?? {}).map(([key, part]) => {
        const own = held[key] ?? null;
        const problem =
          own === null || own === '' ? null : z.safeParse(part.schemas.input, own).error?.issues[0]?.message;
        return (
          <label key={key}>
            <span>{part.spec.label}</span>
            <FieldControl
              name={key}
              spec={part.spec}
              row={row}
              value={own}
              onChange={(next) => onChange?.({ ...held, [key]: next })}
              {...(onBlur ? { onBlur } : {})}
            />
            {problem && <small>{problem}</small>}
          </label>
        );
      })}
    </div>
  );
}

export function Structured({ spec, value }: { spec: FieldSpec; value: unknown }) {
  if (spec.group) {
    const held = isItem(value) ? value : {};
    return (
      <dl className="kit-details">
        {Object.entries(spec.group).map(([key, { spec: part }]) => (
          <Fragment key={key}>
            <dt>{part.label}</dt>
            <dd>{valueText(part, held[key], true) ?? none}</dd>
          </Fragment>
        ))}
      </dl>
    );
  }
  const columns = Object.entries(spec.list?.of ?? {});
  const items = Array.isArray(value) ? value.filter(isItem) : [];
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
            // Items have no key of their own; the index identifies them.
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
