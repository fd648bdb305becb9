import { creditCodeBodyWarning, creditCodeProblem, normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import type { ApplicationChoices } from '@anlan/contract/modules/enterprise/application';
import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { useEffect, useId, useState } from 'react';
import { Combobox, type Choice } from '#ui/combobox.tsx';
import { Icon } from '#ui/icon.tsx';
import { TextField, type TextProps } from '#ui/text-field.tsx';
import type { FieldName } from './rules.ts';
import { readChoices, readIndustries, searchRegions } from './calls.ts';
import type { Proposal } from '../parts/proposals.ts';
import { ProposalLine, RegisterLine } from './company-lookup.tsx';
import type { Applying } from './use-apply.ts';

export function CompanyStep({ at, places, fixed }: { at: Applying; places: readonly Brand[]; fixed: boolean }) {
  const { typed, faults, bind, change } = at;
  const code = normaliseCreditCode(typed.creditCode);
  const problem = code.length >= 18 ? creditCodeProblem(code) : null;
  const right = code.length === 18 && problem === null;
  const { ref: placeRef } = bind('tenantId');
  return (
    <>
      {!fixed && (
        <Combobox
          label="受理单位"
          placeholder="请选择受理单位"
          shown={places.find(({ id }) => id === typed.tenantId)?.name ?? ''}
          fault={faults.tenantId}
          ref={placeRef}
          busy={places.length === 0}
          find={(text) =>
            Promise.resolve(
              places.filter(({ name }) => name.includes(text)).map(({ id, name }) => ({ value: id, label: name })),
            )
          }
          onChoose={({ value }) => change({ tenantId: value, supervisionKind: '' })}
        />
      )}
      <Text
        at={at}
        name="creditCode"
        label="统一社会信用代码"
        fault={faults.creditCode ?? problem?.message}
        end={right ? <span className="tick">✓</span> : undefined}
      />
      {problem?.fix && (
        <button type="button" className="hint" onClick={() => change({ creditCode: problem.fix ?? '' })}>
          改为 {problem.fix}
        </button>
      )}
      {right && creditCodeBodyWarning(code) && <p className="hint">{creditCodeBodyWarning(code)}</p>}
      <RegisterLine register={at.register} />
      <Text at={at} name="name" label="企业名称（与营业执照一致）" autoComplete="organization" />
    </>
  );
}

interface TextOptions extends Partial<Omit<TextProps, 'name'>> {
  at: Applying;
  name: FieldName;
  label: string;
}

/** A text of the application, with the value of the company register below it. */
const Text = ({ at, name, ...props }: TextOptions) => (
  <>
    <TextField {...at.bind(name)} name={name} autoComplete="off" {...props} />
    {isProposed(name) && <FromRegister at={at} field={name} />}
  </>
);

const proposed = ['name', 'registeredAddress', 'industryCode', 'legalPerson'] as const;
type Proposed = (typeof proposed)[number];
const isProposed = (name: FieldName): name is Proposed => proposed.some((one) => one === name);

function FromRegister({ at, field }: { at: Applying; field: Proposed }) {
  const take = ({ value, shown }: Proposal) =>
    at.change(field === 'industryCode' ? { industryCode: String(value), industryName: shown } : { [field]: value });
  return <ProposalLine proposal={at.register.of(field)} typed={at.typed[field]} onTake={take} />;
}

interface SelectProps {
  at: Applying;
  field: 'supervisionKind' | 'enterpriseSize';
  label: string;
  choices: readonly Choice[];
}

function Select({ at, field, label, choices }: SelectProps) {
  const id = useId();
  const { value, fault, ref, onChange } = at.bind(field);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={fault ? 'in combo bad' : 'in combo'}>
        <select
          id={id}
          ref={ref}
          value={value}
          aria-invalid={fault !== undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">请选择</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon name="down" size={16} />
      </div>
      {fault && (
        <span className="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
}

const nothing: ApplicationChoices = { supervisionKind: [], enterpriseSize: [] };
const regionsOf = async (text: string, signal: AbortSignal): Promise<Choice[]> =>
  text === ''
    ? []
    : (await searchRegions(text, signal))
        .filter(({ leaf }) => leaf)
        .map(({ code, path }) => ({ value: code, label: path }));
async function industriesOf(text: string, signal: AbortSignal): Promise<Choice[]> {
  const word = text.toLowerCase();
  return (await readIndustries(signal))
    .flatMap(({ name: section, children }) => children.map((one) => ({ ...one, section })))
    .filter(
      ({ code, name, pinyin }) => name.includes(text) || pinyin.startsWith(word) || code.toLowerCase().includes(word),
    )
    .map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));
}

export function FactsStep({ at }: { at: Applying }) {
  const { typed, faults, bind, change } = at;
  const [choices, setChoices] = useState(nothing);
  const { tenantId } = typed;
  useEffect(() => {
    const leaving = new AbortController();
    readChoices(tenantId, leaving.signal).then(setChoices, () => {});
    return () => leaving.abort();
  }, [tenantId]);
  const { ref: regionRef } = bind('regionCode');
  const { ref: industryRef } = bind('industryCode');
  return (
    <>
      <h2>企业信息</h2>
      <Combobox
        label="行政区划"
        placeholder="输入名称或拼音首字母，如 杭州滨江、bjq"
        shown={typed.regionName}
        fault={faults.regionCode}
        ref={regionRef}
        find={regionsOf}
        onChoose={({ value, label }) => change({ regionCode: value, regionName: label })}
      />
      <Text at={at} name="registeredAddress" label="注册地址" autoComplete="street-address" />
      <Text at={at} name="businessAddress" label="经营地址（与注册地址不同时填写）" />
      <Combobox
        label="行业"
        placeholder="输入名称、代码或拼音首字母"
        shown={typed.industryName}
        fault={faults.industryCode}
        ref={industryRef}
        find={industriesOf}
        onChoose={({ value, label }) => change({ industryCode: value, industryName: label })}
      />
      <FromRegister at={at} field="industryCode" />
      <Select at={at} field="supervisionKind" label="监管行业" choices={choices.supervisionKind} />
      <div className="pair">
        <Select at={at} field="enterpriseSize" label="企业规模（选填）" choices={choices.enterpriseSize} />
        <Text at={at} name="headcount" label="从业人数（选填）" inputMode="numeric" />
      </div>
      <h2>联系人</h2>
      <Text at={at} name="legalPerson" label="法定代表人" />
      <div className="pair">
        <Text at={at} name="safetyManagerName" label="安全员" />
        <Text at={at} name="safetyManagerPhone" label="安全员电话" inputMode="numeric" />
      </div>
      <div className="pair">
        <Text at={at} name="headName" label="主要负责人（选填）" />
        <Text at={at} name="headPhone" label="负责人电话（选填）" inputMode="numeric" />
      </div>
    </>
  );
}
