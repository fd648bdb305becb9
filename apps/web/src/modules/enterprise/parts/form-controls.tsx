import { Button, Form, Input, InputNumber } from 'antd';
import { createContext, use, type ReactNode } from 'react';
import type { Control, ControlField, ControlProps } from '#kit/controls.tsx';
import { textOf } from '#kit/resource.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { FileUpload } from '#widgets/file-upload.tsx';
import { fenOf, wanOf } from '#widgets/money.ts';
import { NoneOrMany } from '#widgets/none-or-many.tsx';
import { RegionSelect } from '#widgets/region-select.tsx';
import { TownSelect } from '#widgets/town-select.tsx';
import { isRegionKept } from '../rules.ts';
import { CreditCodeInput } from './credit-code-input.tsx';
import { OrganControl } from './move-controls.tsx';
import { PhoneInput } from './phone-input.tsx';

/** Opens the transfer to another region; undefined without the permission. */
export const RegionMove = createContext<(() => void) | undefined>(undefined);

const plain = ({ name: _name, spec: _spec, row: _row, ...rest }: ControlProps & ControlField) => rest;

const WanControl: Control = (props) => (
  <InputNumber
    {...plain(props)}
    value={wanOf(typeof props.value === 'number' ? props.value : null)}
    onChange={(wan) => props.onChange?.(fenOf(wan))}
    controls={false}
    suffix="万元"
  />
);
const NoneControl: Control = (props) => (
  <NoneOrMany
    {...plain(props)}
    type={props.spec.dictionary ?? ''}
    value={Array.isArray(props.value) ? props.value.map(String) : null}
  />
);
const FileControl: Control = (props) => (
  <FileUpload {...plain(props)} kind="licence" label={props.spec.label} value={textOf(props.value) || null} />
);

// The region decides the supervisor. After admission only the authority may change the region (区划迁移).
function RegionControl({
  row,
  name: _name,
  spec: _spec,
  'aria-describedby': described,
  ...rest
}: ControlProps & ControlField) {
  const props = { ...rest, value: textOf(rest.value) || null };
  const isOwn = useCurrentUser().sysUser.type === 'enterprise';
  const move = use(RegionMove);
  // A region that the user selected before the field became read-only can still be reverted.
  const isKept = row !== null && isRegionKept(row['status'], isOwn) && props.value === row['regionCode'];
  if (!isKept) return <RegionSelect {...props} aria-describedby={described} placeholder="省 / 市 / 区县" />;
  return (
    <ReadOnlyField
      id={props.id}
      aria-describedby={described}
      text={textOf(row['regionName']) || textOf(row['regionCode'])}
    >
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
    </ReadOnlyField>
  );
}

interface ReadOnlyFieldProps {
  id: string | undefined;
  'aria-describedby': string | undefined;
  text: string;
  children: ReactNode;
}

// A read-only field with a link to the place where it is changed.
function ReadOnlyField({ id = '', text: shown, children, ...props }: ReadOnlyFieldProps) {
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
// Offers the streets of the region selected beside it. The street decides which officers supervise, so own staff cannot
// change the street after submission.
function TownControl({ row, name: _name, spec: _spec, ...rest }: ControlProps & ControlField) {
  const props = { ...rest, value: textOf(rest.value) || null };
  const isOwn = useCurrentUser().sysUser.type === 'enterprise';
  const division: unknown = Form.useWatch('regionCode');
  if (row !== null && isOwn && isRegionKept(row['status'], isOwn) && props.value === row['townCode'])
    return (
      <ReadOnlyField
        id={props.id}
        aria-describedby={props['aria-describedby']}
        text={row['townCode'] === null ? '' : textOf(row['town'])}
      >
        由监管部门填写和修改
      </ReadOnlyField>
    );
  return <TownSelect {...props} division={textOf(division) || null} />;
}

// Street name as free text. Read-only while a street (townCode) is selected, because the server then writes the name.
function TownText({ onChange, ...all }: ControlProps & ControlField) {
  const props = plain(all);
  const selectedTown: unknown = Form.useWatch('townCode');
  const isChosen = typeof selectedTown === 'string' && selectedTown !== '';
  return (
    <Input
      {...props}
      value={isChosen ? '' : textOf(all.value)}
      {...(isChosen ? { placeholder: '由所选街道网格填写' } : {})}
      disabled={isChosen}
      maxLength={30}
      autoComplete="off"
      onChange={({ target }) => onChange?.(target.value)}
    />
  );
}

export const controls: { readonly [name: string]: Control } = {
  creditCode: CreditCodeInput,
  registeredCapitalFen: WanControl,
  coverPerPersonFen: WanControl,
  licence: FileControl,
  authorityId: OrganControl,
  regionCode: RegionControl,
  townCode: TownControl,
  town: TownText,
  legalPhone: PhoneInput,
  headPhone: PhoneInput,
  safetyHeadPhone: PhoneInput,
  safetyManagerPhone: PhoneInput,
  hazardFeatures: NoneControl,
};
