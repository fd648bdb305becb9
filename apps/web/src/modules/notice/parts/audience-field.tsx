import { userType } from '@anlan/contract/modules/session/session';
import { audience as audienceOf, type Announcement } from '@anlan/contract/modules/notice/announcement';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Form, Radio, Select, Tag } from 'antd';
import { useDeferredValue, useState } from 'react';
import { enterpriseChosen, enterpriseSearch } from '#lib/enterprise-choice.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { NoneFound } from '#ui/none-found.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { IndustrySelect } from '#widgets/industry-select.tsx';
import { RegionName, RegionSelect } from '#widgets/region-select.tsx';
import { peopleSearch, peopleByIds, reachOf, tenantChoices, type Channel } from '../calls.ts';
import { audiencesOfLimited, audienceWords, type FormValues } from '../rules.ts';

interface Targets {
  value?: string[];
  onChange?: (targets: string[]) => void;
  id?: string;
}

function Regions({ value = [], onChange, id }: Targets) {
  return (
    <div className="notice-regions">
      <RegionSelect
        {...(id ? { id } : {})}
        anyLevel
        placeholder="添加省、市或区县"
        value={null}
        onChange={(code) => {
          if (code !== null && !value.includes(code)) onChange?.([...value, code]);
        }}
      />
      {value.length > 0 && (
        <span>
          {value.map((code) => (
            <Tag
              key={code}
              closable={{ 'aria-label': '移除' }}
              onClose={(event) => {
                event.preventDefault();
                onChange?.(value.filter((one) => one !== code));
              }}
            >
              <RegionName code={code} />
            </Tag>
          ))}
        </span>
      )}
    </div>
  );
}

function People({ value = [], onChange, id }: Targets) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const searchQuery = useQuery(peopleSearch(keyword));
  const named = useQuery(peopleByIds(value));
  const byId = new Map([...(named.data ?? []), ...(searchQuery.data ?? [])].map((one) => [one.id, one]));
  const optionOf = (one: string) => {
    const person = byId.get(one);
    return { value: one, label: person?.name ?? '…', place: person?.place ?? '' };
  };
  return (
    <Select<string[], { value: string; label: string; place: string }>
      {...(id ? { id } : {})}
      mode="multiple"
      placeholder="输入姓名查找"
      loading={searchQuery.isFetching}
      value={value}
      onChange={(next) => onChange?.(next)}
      options={[...new Set([...value, ...(searchQuery.data ?? []).map((one) => one.id)])].map(optionOf)}
      optionRender={({ data }) => (
        <span className="notice-person">
          {data.label}
          <small>{data.place}</small>
        </span>
      )}
      showSearch={{ searchValue: typed, onSearch: setTyped, filterOption: false }}
      notFoundContent={<NoneFound of={searchQuery}>没有找到</NoneFound>}
    />
  );
}

function Enterprises({ value = [], onChange, id }: Targets) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const searchQuery = useQuery(enterpriseSearch(keyword));
  const named = useQueries({ queries: value.map((one) => enterpriseChosen(one)) });
  const names = new Map([
    ...(searchQuery.data?.rows ?? []).map((one) => [one.id, one.name] as const),
    ...named.flatMap(({ data }) => (data ? [[data.id, data.name] as const] : [])),
  ]);
  return (
    <Select<string[]>
      {...(id ? { id } : {})}
      mode="multiple"
      placeholder="输入企业名称查找"
      loading={searchQuery.isFetching}
      value={value}
      onChange={(next) => onChange?.(next)}
      options={[...new Set([...value, ...names.keys()])].map((one) => ({ value: one, label: names.get(one) ?? '…' }))}
      showSearch={{ searchValue: typed, onSearch: setTyped, filterOption: false }}
      notFoundContent={<NoneFound of={searchQuery}>没有找到</NoneFound>}
    />
  );
}

function Tenants({ value = [], onChange, id }: Targets) {
  const tenantsQuery = useQuery(tenantChoices);
  return (
    <Select<string[]>
      {...(id ? { id } : {})}
      mode="multiple"
      placeholder="选择单位"
      loading={tenantsQuery.isPending}
      value={value}
      onChange={(next) => onChange?.(next)}
      options={(tenantsQuery.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={<NoneFound of={tenantsQuery} />}
    />
  );
}

function Kinds({ value = [], onChange, id }: Targets) {
  return (
    <DictSelect
      {...(id ? { id } : {})}
      multiple
      type="userType"
      codes={userType}
      without={['platform']}
      placeholder="选择人员类型"
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  );
}

const Industries = ({ value = [], onChange, id }: Targets) => (
  <IndustrySelect
    multiple
    {...(id ? { id } : {})}
    placeholder="选择行业门类或大类"
    value={value}
    onChange={(codes) => onChange?.(codes ?? [])}
  />
);

const pickers = {
  regions: Regions,
  industries: Industries,
  enterprises: Enterprises,
  kinds: Kinds,
  people: People,
  tenants: Tenants,
} as const;
const nouns = {
  regions: '区域',
  industries: '行业',
  enterprises: '企业',
  kinds: '人员类型',
  people: '人员',
  tenants: '单位',
} as const;

export function AudienceField({ channel }: { channel: Channel }) {
  const form = Form.useFormInstance<FormValues>();
  const isSystem = channel === 'system';
  const audience: Announcement['audience'] = Form.useWatch('audience', form) ?? 'all';
  const targets: string[] = Form.useWatch('targets', { form, preserve: true }) ?? [];
  const Picker = audience === 'all' ? null : pickers[audience];
  const limited = useCurrentUser().overseen !== null;
  const choices: Announcement['audience'][] = isSystem
    ? ['all', 'tenants']
    : limited
      ? [...audiencesOfLimited]
      : [...audienceOf.options];
  return (
    <>
      <Form.Item
        name="audience"
        label="发布范围"
        required
        extra={limited && !isSystem ? '您的数据范围只有部分区域，只能发布给您负责的区域、企业或指定人员' : undefined}
      >
        <Radio.Group
          className="notice-audiences"
          options={choices.map((value) => ({
            value,
            label: value === 'all' && isSystem ? '全部单位' : audienceWords[value],
          }))}
        />
      </Form.Item>
      {Picker && audience !== 'all' && (
        <Form.Item
          key={audience}
          name="targets"
          label={nouns[audience]}
          rules={[{ required: true, type: 'array', min: 1, message: `请选择${nouns[audience]}` }]}
        >
          <Picker />
        </Form.Item>
      )}
      {!isSystem && <RecipientsLine audience={audience} targets={targets} />}
    </>
  );
}

function RecipientsLine({ audience, targets }: { audience: Announcement['audience']; targets: string[] }) {
  const requestedAudience = audience === 'tenants' ? 'all' : audience;
  const reach = useQuery(reachOf(requestedAudience, requestedAudience === 'all' ? [] : targets));
  const isEmpty = audience !== 'all' && targets.length === 0;
  return (
    <p className="notice-reach" role="status">
      {isEmpty
        ? '选择范围后显示能看到的人数'
        : reach.error
          ? reach.error.message
          : reach.data === undefined
            ? '正在计算人数…'
            : `将有 ${reach.data.people} 人看到${reach.data.enterprises === null ? '' : `（${reach.data.enterprises} 家企业）`}`}
    </p>
  );
}
