import type { FieldSpec } from '@anlan/contract/kit/field';
import { nameKey } from '@anlan/contract/kit/resource';
import { Input, InputNumber, Radio, Select, type RadioGroupProps } from 'antd';
import type { FunctionComponent, ReactNode } from 'react';
import { DictSelect } from '#widgets/dict-select.tsx';
import {
  DayControl,
  FilesControl,
  IndustryControl,
  InstantControl,
  GroupControl,
  ListControl,
  PersonControl,
  RegionControl,
  RichControl,
} from './heavy-controls.ts';
import { ReferencePicker } from './modules.ts';
import { filesIn, optionsOf, textOf, type AnyRow } from './resource.ts';

export interface ControlProps {
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  onBlur?: () => void;
  'aria-describedby'?: string;
  'aria-label'?: string;
}
export interface ControlField {
  name: string;
  spec: FieldSpec;
  /** The row that the form edits; null for a new row. */
  row: AnyRow | null;
}
export type Control = FunctionComponent<ControlProps & ControlField>;

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
/** A field with up to this many fixed values shows radio buttons. */
const besideMost = 3;
const yesNo = ({ words = {} }: FieldSpec) => [
  { value: true, label: words['true'] ?? '是' },
  { value: false, label: words['false'] ?? '否' },
];

export function FieldControl({ name, spec, row, ...rest }: ControlProps & ControlField): ReactNode {
  const { value, onChange } = rest;
  const text = textOf(value);
  const example = spec.example === undefined ? {} : { placeholder: spec.example };
  switch (spec.kind) {
    case 'prose':
      return (
        <Input.TextArea
          {...rest}
          {...example}
          value={text}
          maxLength={spec.max}
          autoSize={{ minRows: 2, maxRows: 8 }}
          onChange={({ target }) => onChange?.(target.value)}
        />
      );
    case 'rich':
      return <RichControl {...own(rest)} label={spec.label} value={text} onChange={(html) => onChange?.(html)} />;
    case 'integer':
    case 'decimal':
      return (
        <InputNumber
          {...rest}
          {...example}
          value={numberOf(value)}
          precision={spec.digits ?? 0}
          controls={false}
          suffix={spec.unit}
        />
      );
    case 'money': {
      const fen = numberOf(value);
      return (
        <InputNumber
          {...rest}
          {...example}
          value={fen === null ? null : fen / 100}
          onChange={(yuan) => onChange?.(yuan === null ? null : Math.round(yuan * 100))}
          precision={2}
          controls={false}
          suffix={spec.unit}
        />
      );
    }
    case 'boolean':
      return <Radios {...rest} options={yesNo(spec)} />;
    case 'code':
    case 'codes':
    case 'oneOf':
      return <ChoiceControl {...rest} name={name} spec={spec} row={row} />;
    case 'day':
      return <DayControl {...rest} {...example} value={text || null} />;
    case 'instant':
      return <InstantControl {...rest} {...example} value={value instanceof Date ? value : text || null} />;
    case 'region':
      return <RegionControl {...rest} value={text || null} placeholder={spec.example ?? '省 / 市 / 区县'} />;
    case 'industry':
      return <IndustryControl {...rest} value={text || null} placeholder={spec.example ?? '名称、编号或拼音首字母'} />;
    case 'person':
      return <PersonControl {...rest} {...example} value={text || null} valueName={nameIn(row, name)} />;
    case 'ref': {
      const valueName = nameIn(row, name);
      return (
        <ReferencePicker
          {...rest}
          target={spec.refersTo}
          {...example}
          value={text || null}
          {...(valueName ? { valueName } : {})}
        />
      );
    }
    case 'files':
      return (
        <FilesControl
          {...(rest.id ? { id: rest.id } : {})}
          {...(rest['aria-describedby'] ? { 'aria-describedby': rest['aria-describedby'] } : {})}
          rules={spec.files ?? { purpose: 'evidence', least: 0, most: 9 }}
          label={spec.label}
          value={filesIn(value)}
          onChange={(next) => onChange?.(next)}
        />
      );
    case 'list':
      return <ListControl {...rest} name={name} spec={spec} row={row} />;
    case 'group':
      return <GroupControl {...rest} name={name} spec={spec} row={row} />;
    case 'serial':
    case 'json':
      throw new Error(`${name} needs a control of the page`);
    default:
      return (
        <Input
          {...rest}
          {...example}
          value={text}
          {...(spec.kind === 'phone' ? { inputMode: 'tel' as const } : {})}
          // The stored form is shorter than what is typed: spaces and dots would cost the last characters.
          maxLength={spec.normalise ? undefined : spec.max}
          autoComplete="off"
          onChange={({ target }) => onChange?.(target.value)}
        />
      );
  }
}

// The name of a referenced record, from the row; undefined when empty.
const nameIn = (row: AnyRow | null, name: string) => textOf(row?.[nameKey(name)]) || undefined;
const own = ({ id, onBlur }: ControlProps) => ({ ...(id ? { id } : {}), ...(onBlur ? { onBlur } : {}) });

const Radios = ({
  value,
  onChange,
  ...rest
}: ControlProps & Pick<RadioGroupProps, 'options' | 'optionType' | 'block'>) => (
  <Radio.Group {...rest} value={value ?? null} onChange={({ target }) => onChange?.(target.value)} />
);

function ChoiceControl({ spec, value, name, row: _row, ...rest }: ControlProps & ControlField) {
  const { kind, dictionary, codes, words } = spec;
  if (kind === 'codes')
    return (
      <DictSelect {...rest} multiple type={dictionary ?? ''} value={Array.isArray(value) ? value.map(String) : []} />
    );
  const held = textOf(value) || null;
  // A field with a default value always has a value, so the control has no clear button.
  const clearProps = spec.default ? { allowClear: false } : {};
  if (words && spec.default && Object.keys(words).length <= besideMost)
    return <Radios {...rest} value={value} options={optionsOf(spec)} optionType="button" block />;
  if (dictionary === undefined)
    return (
      <Select
        {...rest}
        {...clearProps}
        key={name}
        options={optionsOf(spec)}
        value={held}
        onChange={(next: string | undefined) => rest.onChange?.(next ?? null)}
      />
    );
  return (
    <DictSelect
      {...rest}
      {...clearProps}
      type={dictionary}
      codes={codes}
      placeholder={spec.example ?? '请选择'}
      value={held}
    />
  );
}
