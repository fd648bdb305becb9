import {
  selectionLimits,
  isRecord,
  findPageValue,
  type NamedRow,
  type PartFields,
} from '@anlan/contract/modules/page-design/field';
import { Button, ConfigProvider, Slider } from 'antd';
import { Suspense, useId, useState } from 'react';
import { FieldControl } from '#kit/controls.tsx';
import { applies } from '#kit/field-rules.ts';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/page-states.tsx';
import { RowSelect } from './row-select.tsx';
import { ColourControl } from './colour-control.tsx';
import { LinkPicker } from './link-picker.tsx';
import { StoredControl } from './stored-control.tsx';

interface Props {
  name: string;
  field: PartFields[string];
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

function Labelled(props: Props) {
  const id = useId();
  const { label, help } = props.field.spec;
  return (
    <div className="pd-field">
      <label htmlFor={id}>{label}</label>
      <Suspense fallback={<Skeleton height={120} />}>
        <Control id={id} {...props} />
      </Suspense>
      {help && <small>{help}</small>}
    </div>
  );
}

function Control({ id, name, field, value, disabled, onChange }: Props & { id: string }) {
  const { spec } = field;
  const { label, kind, bounds } = spec;
  const own = findPageValue(field, value);
  const shared = { id, label, disabled, onChange };
  switch (own?.kind) {
    case 'colour':
      return <ColourControl {...shared} value={own.value} />;
    case 'picture':
    case 'video':
      return <StoredControl {...shared} kind={own.kind} value={own.value} />;
    case 'link':
      return <LinkPicker {...shared} value={own.value} />;
    case 'goods':
      return <Rows {...shared} target="goods" most={selectionLimits.goods} value={own.value} />;
    case 'shops':
      return <Rows {...shared} target="shop" most={selectionLimits.shops} value={own.value} />;
    default:
  }
  const control = { id, name, spec, value, row: null, 'aria-label': label };
  // When a select is cleared, use the default value of the field.
  if (kind !== 'integer') return <FieldControl {...control} onChange={(next) => onChange(next ?? spec.default)} />;
  const [min, max] = bounds ?? [0, 100];
  return (
    <span className="pd-number">
      <Slider ariaLabelForHandle={`${label}滑块`} tabIndex={-1} {...{ min, max, onChange }} value={Number(value)} />
      <FieldControl
        {...control}
        onChange={(next) => typeof next === 'number' && next >= min && onChange(Math.min(next, max))}
      />
    </span>
  );
}

const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};

function Rows({
  id,
  label,
  target,
  most,
  value,
  disabled,
  onChange,
}: {
  id: string;
  label: string;
  target: 'goods' | 'shop';
  most: number;
  value: readonly NamedRow[];
  disabled: boolean;
  onChange: (value: readonly NamedRow[]) => void;
}) {
  return (
    <div className="pd-rows">
      <ol>
        {value.map((one, at) => (
          <li key={one.id}>
            <span>{one.name || `第 ${at + 1} 个`}</span>
            <Order
              at={at}
              of={value.length}
              name={one.name}
              disabled={disabled}
              onMove={(to) => onChange(moved(value, at, to))}
            />
            <Button
              type="text"
              size="small"
              disabled={disabled}
              aria-label={`移除 ${one.name}`}
              icon={<Icon name="trash" size={16} />}
              onClick={() => onChange(value.filter((other) => other !== one))}
            />
          </li>
        ))}
      </ol>
      {value.length < most && !disabled && (
        <RowSelect
          key={value.length}
          {...{ id, label, target }}
          onChoose={(named) => value.every((one) => one.id !== named.id) && onChange([...value, named])}
        />
      )}
    </div>
  );
}

function Order({
  at,
  of,
  name,
  disabled,
  onMove,
}: {
  at: number;
  of: number;
  name: string;
  disabled: boolean;
  onMove: (to: number) => void;
}) {
  return (
    <>
      <Button
        type="text"
        size="small"
        disabled={disabled || at === 0}
        aria-label={`上移 ${name}`}
        icon={<Icon name="down" size={16} />}
        className="pd-up"
        onClick={() => onMove(at - 1)}
      />
      <Button
        type="text"
        size="small"
        disabled={disabled || at === of - 1}
        aria-label={`下移 ${name}`}
        icon={<Icon name="down" size={16} />}
        onClick={() => onMove(at + 1)}
      />
    </>
  );
}

function Items({ field: { spec }, value, disabled, onChange }: Props) {
  const { item = '项', of = {}, least = 0, most = 20, begin = {} } = spec.list ?? {};
  const list = Array.isArray(value) ? value.filter(isRecord) : [];
  const [open, setOpen] = useState(0);
  const nameAt = (at: number) => {
    const { name, title, question } = list[at] ?? {};
    const caption = [name, title, question].find((one) => typeof one === 'string' && one !== '');
    return `第 ${at + 1} ${item}${caption === undefined ? '' : `：${String(caption)}`}`;
  };
  return (
    <fieldset className="pd-items">
      <legend>
        {spec.label}{' '}
        <small>
          {list.length} / {most}
        </small>
      </legend>
      {list.map((one, at) => (
        <div key={at} className="pd-item">
          <div className="pd-item-head">
            <button type="button" aria-expanded={at === open} onClick={() => setOpen(at === open ? -1 : at)}>
              <Icon name={at === open ? 'down' : 'right'} size={16} /> {nameAt(at)}
            </button>
            <Order
              at={at}
              of={list.length}
              name={nameAt(at)}
              disabled={disabled}
              onMove={(to) => {
                setOpen(to);
                onChange(moved(list, at, to));
              }}
            />
            <Button
              type="text"
              size="small"
              disabled={disabled || list.length <= least}
              aria-label={`删除${nameAt(at)}`}
              icon={<Icon name="trash" size={16} />}
              onClick={() => onChange(list.filter((_, other) => other !== at))}
            />
          </div>
          {at === open && (
            <Fields
              fields={of}
              values={one}
              disabled={disabled}
              onChange={(key, next) =>
                onChange(list.map((each, other) => (other === at ? { ...each, [key]: next } : each)))
              }
            />
          )}
        </div>
      ))}
      <Button
        block
        size="small"
        disabled={disabled || list.length >= most}
        onClick={() => {
          setOpen(list.length);
          onChange([...list, begin]);
        }}
      >
        添加一{item}
      </Button>
    </fieldset>
  );
}

export function Fields({
  fields,
  values,
  disabled,
  onChange,
}: {
  fields: PartFields;
  values: Readonly<Record<string, unknown>>;
  disabled: boolean;
  onChange: (key: string, value: unknown) => void;
}) {
  return (
    <div className="pd-fields">
      <ConfigProvider componentDisabled={disabled}>
        {Object.entries(fields).map(([name, field]) => {
          if (!applies({ fields }, name, values)) return null;
          const Shown = field.spec.list ? Items : Labelled;
          return (
            <Shown
              key={name}
              {...{ name, field, disabled }}
              value={values[name]}
              onChange={(value) => onChange(name, value)}
            />
          );
        })}
      </ConfigProvider>
    </div>
  );
}
