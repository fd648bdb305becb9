import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import type { EnterpriseField } from '@anlan/contract/modules/enterprise/fields';
import { Button, Form, Input, InputNumber, Radio } from 'antd';
import { use, type ReactNode } from 'react';
import { useWho } from '#lib/person.ts';
import { DayPicker } from '#widgets/day-picker.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { EnterpriseSelect } from '#widgets/enterprise-select.tsx';
import { FileUpload } from '#widgets/file-upload.tsx';
import { IndustrySelect } from '#widgets/industry-select.tsx';
import { fenOf, wanOf } from '#widgets/money.ts';
import { NoneOrMany } from '#widgets/none-or-many.tsx';
import { OfficerSelect } from '#widgets/officer-select.tsx';
import { OrganSelect } from '#widgets/organ-select.tsx';
import { RegionSelect } from '#widgets/region-select.tsx';
import { TownSelect } from '#widgets/town-select.tsx';
import { CreditCodeInput } from './credit-code-input.tsx';
import { isRegionKept } from '../rules.ts';
import { PhoneInput } from './phone-input.tsx';
import { RegionMove } from './region-move.ts';

/** What a form item gives its control. */
export interface ControlProps {
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  onBlur?: () => void;
  'aria-describedby'?: string;
}

/** What the controls of a file need to know of the row; null for a new one. */
export type ControlContext = Pick<
  Enterprise,
  'id' | 'creditCode' | 'officerName' | 'status' | 'regionCode' | 'regionName' | 'townCode' | 'town'
> | null;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
const number = (value: unknown) => (typeof value === 'number' ? value : null);
const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : null);

/** The control that a field is filled in with. */
export function FieldControl({ field, row, ...rest }: ControlProps & { field: EnterpriseField; row: ControlContext }) {
  const { value } = rest;
  switch (field.type) {
    case 'creditCode':
      return <CreditCodeInput {...rest} value={text(value)} own={row?.creditCode} />;
    case 'prose':
      return (
        <Input.TextArea
          {...rest}
          value={text(value)}
          maxLength={field.maxLength}
          autoSize={{ minRows: 2, maxRows: 8 }}
        />
      );
    case 'phone':
      return <PhoneInput {...rest} value={text(value)} name={field.name} label={field.label} own={row?.id} />;
    case 'integer':
    case 'decimal':
      return (
        <InputNumber
          {...rest}
          value={number(value)}
          precision={field.scale ?? 0}
          controls={false}
          suffix={field.unit}
        />
      );
    case 'money':
      return (
        <InputNumber
          {...rest}
          value={wanOf(number(value))}
          onChange={(wan) => rest.onChange?.(fenOf(wan))}
          controls={false}
          suffix="万元"
        />
      );
    case 'boolean':
      return (
        <Radio.Group
          {...rest}
          value={value}
          options={[
            { value: true, label: '已设置' },
            { value: false, label: '未设置' },
          ]}
        />
      );
    case 'day':
      return (
        <DayPicker
          {...rest}
          value={textOrNull(value)}
          placeholder={field.name === 'licenceTo' ? '空为长期' : '如 2026-01-31'}
        />
      );
    case 'dictionary':
      if (field.noneCounts) return <NoneOrMany {...rest} type={field.dictionary ?? ''} value={list(value)} />;
      if (field.list) return <DictSelect {...rest} multiple type={field.dictionary ?? ''} value={list(value)} />;
      return <DictSelect {...rest} type={field.dictionary ?? ''} value={textOrNull(value)} />;
    case 'region':
      return <RegionControl {...rest} value={textOrNull(value)} row={row} />;
    case 'town':
      return <TownControl {...rest} value={textOrNull(value)} row={row} />;
    case 'industry':
      return <IndustrySelect {...rest} value={textOrNull(value)} placeholder="名称、编号或拼音首字母" />;
    case 'file':
      return <FileUpload {...rest} kind="licence" label={field.label} value={textOrNull(value)} />;
    case 'reference':
      if (field.refersTo === 'user')
        return <OfficerSelect {...rest} value={textOrNull(value)} valueName={row?.officerName} />;
      if (field.refersTo === 'organisation') return <OrganSelect {...rest} value={textOrNull(value)} />;
      return <EnterpriseSelect {...rest} value={textOrNull(value)} />;
    default:
      if (field.name === 'town') return <TownText {...rest} value={text(value)} />;
      return (
        <Input
          {...rest}
          value={text(value)}
          autoComplete="off"
          onChange={({ target }) => rest.onChange?.(target.value)}
          maxLength={field.maxLength}
        />
      );
  }
}

type TextProps = Omit<ControlProps, 'value'> & { value: string | null };

// Where an enterprise lies says who oversees it: once it is taken up, the authority moves it (区划迁移).
function RegionControl({ row, 'aria-describedby': described, ...props }: TextProps & { row: ControlContext }) {
  const isOwn = useWho().sysUser.type === 'enterprise';
  const move = use(RegionMove);
  // Another one, chosen while that was still open, can be put back.
  const isKept = row !== null && isRegionKept(row.status, isOwn) && props.value === row.regionCode;
  if (!isKept) return <RegionSelect {...props} aria-describedby={described} placeholder="省 / 市 / 区县" />;
  return (
    <Kept id={props.id} aria-describedby={described} text={row.regionName ?? row.regionCode}>
      {move ? (
        <>
          企业已启用，变更请办理
          <Button type="link" size="small" className="form-act" onClick={move}>
            区划迁移
          </Button>
        </>
      ) : isOwn ? (
        '由监管部门办理区划迁移'
      ) : (
        '企业已启用，由有审核权限的人员办理区划迁移'
      )}
    </Kept>
  );
}

interface KeptProps {
  id: string | undefined;
  'aria-describedby': string | undefined;
  text: string;
  children: ReactNode;
}

// What the form shows and leaves alone, with the way to where it is changed.
function Kept({ id = '', text: shown, children, ...props }: KeptProps) {
  return (
    <>
      <Input
        id={id}
        aria-describedby={[props['aria-describedby'], `${id}-kept`].filter(Boolean).join(' ')}
        className="field-kept"
        readOnly
        value={shown}
        title={shown}
      />
      <span id={`${id}-kept`} className="form-hint">
        {children}
      </span>
    </>
  );
}
// Streets are offered of the division that stands beside. An officer of the street oversees what lies in it, so its own
// staff leave the street alone from the review on, as they do the region.
function TownControl({ row, ...props }: TextProps & { row: ControlContext }) {
  const isOwn = useWho().sysUser.type === 'enterprise';
  const division: unknown = Form.useWatch('regionCode');
  if (row !== null && isOwn && isRegionKept(row.status, isOwn) && props.value === row.townCode)
    return (
      <Kept
        id={props.id}
        aria-describedby={props['aria-describedby']}
        text={row.townCode === null ? '' : (row.town ?? '')}
      >
        由监管部门填写和修改
      </Kept>
    );
  return <TownSelect {...props} division={textOrNull(division)} />;
}

// Of a street that was chosen the server writes the name.
function TownText({ onChange, ...props }: TextProps) {
  const chosen: unknown = Form.useWatch('townCode');
  const isChosen = typeof chosen === 'string' && chosen !== '';
  return (
    <Input
      {...props}
      value={isChosen ? '' : (props.value ?? '')}
      {...(isChosen ? { placeholder: '由所选街道网格填写' } : {})}
      disabled={isChosen}
      maxLength={30}
      autoComplete="off"
      onChange={({ target }) => onChange?.(target.value)}
    />
  );
}
