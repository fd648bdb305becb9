import { creditCodeBodyWarning, creditCodeProblem, normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import type { ApplicationChoices } from '@anlan/contract/modules/enterprise/application';
import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { useEffect, useId, useState } from 'react';
import { Combobox, type Choice } from '#ui/combobox.tsx';
import { Icon } from '#ui/icon.tsx';
import { TextField } from '#ui/text-field.tsx';
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
      <TextField
        {...bind('creditCode')}
        fault={faults.creditCode ?? problem?.message}
        label="统一社会信用代码"
        name="creditCode"
        autoComplete="off"
        end={right ? <span className="tick">✓</span> : undefined}
      />
      {problem?.fix && (
        <button type="button" className="hint" onClick={() => change({ creditCode: problem.fix ?? '' })}>
          改为 {problem.fix}
        </button>
      )}
      {right && creditCodeBodyWarning(code) && <p className="hint">{creditCodeBodyWarning(code)}</p>}
      <RegisterLine register={at.register} />
      <TextField {...bind('name')} label="企业名称（与营业执照一致）" name="name" autoComplete="organization" />
      <FromRegister at={at} field="name" />
    </>
  );
}

function FromRegister({
  at,
  field,
}: {
  at: Applying;
  field: 'name' | 'registeredAddress' | 'industryCode' | 'legalPerson';
}) {
  const take = ({ value, shown }: Proposal) =>
    at.change(field === 'industryCode' ? { industryCode: String(value), industryName: shown } : { [field]: value });
  return <ProposalLine proposal={at.register.of(field)} typed={at.typed[field]} onTake={take} />;
}

function Select({
  at,
  field,
  label,
  choices,
}: {
  at: Applying;
  field: 'supervisionKind' | 'enterpriseSize';
  label: string;
  choices: readonly Choice[];
}) {
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
      <TextField
        {...bind('registeredAddress')}
        label="注册地址"
        name="registeredAddress"
        autoComplete="street-address"
      />
      <FromRegister at={at} field="registeredAddress" />
      <TextField
        {...bind('businessAddress')}
        label="经营地址（与注册地址不同时填写）"
        name="businessAddress"
        autoComplete="off"
      />
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
        <TextField
          {...bind('headcount')}
          label="从业人数（选填）"
          name="headcount"
          autoComplete="off"
          inputMode="numeric"
        />
      </div>
      <h2>联系人</h2>
      <TextField {...bind('legalPerson')} label="法定代表人" name="legalPerson" autoComplete="off" />
      <FromRegister at={at} field="legalPerson" />
      <div className="pair">
        <TextField {...bind('safetyManagerName')} label="安全员" name="safetyManagerName" autoComplete="off" />
        <TextField
          {...bind('safetyManagerPhone')}
          label="安全员电话"
          name="safetyManagerPhone"
          autoComplete="off"
          inputMode="numeric"
        />
      </div>
      <div className="pair">
        <TextField {...bind('headName')} label="主要负责人（选填）" name="headName" autoComplete="off" />
        <TextField
          {...bind('headPhone')}
          label="负责人电话（选填）"
          name="headPhone"
          autoComplete="off"
          inputMode="numeric"
        />
      </div>
    </>
  );
}
