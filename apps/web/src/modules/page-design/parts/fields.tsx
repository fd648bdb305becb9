import {
  firstOf,
  isRecord,
  type Named,
  type PartField,
  type PartFields,
} from '@anlan/contract/modules/page-design/field';
import { noLink, type Link } from '@anlan/contract/modules/page-design/link';
import { Button, Input, InputNumber, Segmented, Select, Slider, Switch } from 'antd';
import { Suspense, useId, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { Bones } from '#ui/states.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { ChosenRow } from './chosen-row.tsx';
import { ColourControl } from './colour-control.tsx';
import { LinkPicker } from './link-picker.tsx';
import { StoredControl } from './stored-control.tsx';

const RichTextEditor = later(async () => (await import('#widgets/rich-text/rich-text-editor.tsx')).RichTextEditor);

interface Props {
  field: PartField;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

/** The control of one field, by its kind. */
function FieldControl({ field, value, disabled, onChange }: Props) {
  const id = useId();
  if (field.kind === 'items') return <Items {...{ field, value, disabled, onChange }} />;
  return (
    <div className={`pd-field of-${field.kind}`}>
      <label htmlFor={id}>{field.label}</label>
      <Control {...{ id, field, value, disabled, onChange }} />
      {field.help && <small>{field.help}</small>}
    </div>
  );
}

// Values of a design that was read have the types of their fields.
function Control({ id, field, value, disabled, onChange }: Props & { id: string }) {
  const { kind, label, max, min, options = {} } = field;
  switch (kind) {
    case 'line':
      return (
        <Input
          id={id}
          value={String(value)}
          maxLength={max}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'prose':
      return (
        <Input.TextArea
          id={id}
          value={String(value)}
          maxLength={max}
          autoSize={{ minRows: 2, maxRows: 8 }}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'rich':
      return (
        <Suspense fallback={<Bones height={120} />}>
          <RichTextEditor id={id} label={label} value={String(value)} onChange={onChange} />
        </Suspense>
      );
    case 'number':
      return (
        <span className="pd-number">
          <Slider
            aria-label={`${label}滑块`}
            ariaLabelForHandle={`${label}滑块`}
            tabIndex={-1}
            min={min ?? 0}
            max={max ?? 100}
            value={Number(value)}
            disabled={disabled}
            onChange={onChange}
          />
          <InputNumber
            id={id}
            min={min ?? 0}
            max={max ?? 100}
            precision={0}
            value={Number(value)}
            disabled={disabled}
            onChange={(next) => typeof next === 'number' && onChange(next)}
          />
          {field.unit}
        </span>
      );
    case 'toggle':
      return <Switch id={id} checked={value === true} disabled={disabled} onChange={onChange} aria-label={label} />;
    case 'choice': {
      const all = Object.entries(options).map(([one, word]) => ({ value: one, label: word }));
      return all.length <= 3 ? (
        <Segmented
          block
          aria-label={label}
          options={all}
          value={String(value)}
          disabled={disabled}
          onChange={(next) => onChange(next)}
        />
      ) : (
        <Select id={id} options={all} value={String(value)} disabled={disabled} onChange={onChange} />
      );
    }
    case 'colour':
      return <ColourControl {...{ id, label, disabled, onChange }} value={String(value)} />;
    case 'category':
      return (
        <DictSelect
          id={id}
          type="goodsCategory"
          placeholder="全部分类"
          value={value === '' ? null : String(value)}
          disabled={disabled}
          onChange={(next) => onChange(next ?? '')}
        />
      );
    case 'picture':
    case 'video':
      return <StoredControl {...{ id, label, disabled, onChange, kind }} value={value as never} />;
    case 'link':
      return <LinkPicker {...{ id, label, disabled, onChange }} value={(value as Link | undefined) ?? noLink} />;
    case 'goods':
    case 'shops':
      return (
        <Rows
          {...{ id, label, disabled, onChange }}
          target={kind === 'goods' ? 'goods' : 'shop'}
          most={max ?? 20}
          value={value as readonly Named[]}
        />
      );
    default:
      return null;
  }
}

const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};

/** Rows of another module, one by one, in an order. */
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
  value: readonly Named[];
  disabled: boolean;
  onChange: (value: readonly Named[]) => void;
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
        <ChosenRow
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

/** A list of items with fields of their own; one of them is open. */
function Items({ field, value, disabled, onChange }: Props) {
  const { label, item = '项', of = {}, min = 0, max = 20 } = field;
  const list = Array.isArray(value) ? value.filter(isRecord) : [];
  const [open, setOpen] = useState(0);
  const nameAt = (at: number) => {
    const { name, title, question } = list[at] ?? {};
    const said = [name, title, question].find((one) => typeof one === 'string' && one !== '');
    return `第 ${at + 1} ${item}${said === undefined ? '' : `：${String(said)}`}`;
  };
  return (
    <fieldset className="pd-items">
      <legend>
        {label}{' '}
        <small>
          {list.length} / {max}
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
              disabled={disabled || list.length <= min}
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
        disabled={disabled || list.length >= max}
        onClick={() => {
          setOpen(list.length);
          onChange([...list, firstOf(of)]);
        }}
      >
        添加一{item}
      </Button>
    </fieldset>
  );
}

/** Controls of some fields; those that are of no use now are left out. */
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
      {Object.entries(fields).map(([key, field]) =>
        field.when && !field.when.is.includes(values[field.when.field]) ? null : (
          <FieldControl
            key={key}
            field={field}
            value={values[key]}
            disabled={disabled}
            onChange={(value) => onChange(key, value)}
          />
        ),
      )}
    </div>
  );
}
