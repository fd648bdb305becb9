import { percentText } from '@anlan/contract/domain/number-text';
import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Radio } from 'antd';
import { useMemo, useState } from 'react';
import { Sides } from '#kit/sides.tsx';
import { ApiError } from '#lib/api-error.ts';
import { impersonating } from '#lib/impersonation.ts';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { enterpriseKey } from '../calls.ts';
import { FieldText } from './field-texts.tsx';
import { StatusTag } from './list-columns.tsx';
import { mergeEnterprises } from '../calls.ts';
import {
  droppedFields,
  withSide,
  differences,
  initialSide,
  mayKeep,
  sidesOf,
  type Difference,
  type Side,
} from './merge-sides.ts';

interface Props {
  pair: readonly [Enterprise, Enterprise];
  onClose: () => void;
}
const letters = ['甲', '乙'] as const;
const otherOf = (side: Side): Side => (side === 0 ? 1 : 0);

export function Compare({ pair, onClose }: Props) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [one, other] = pair;
  const fieldDiffs = useMemo(() => differences(one, other), [one, other]);
  const [keep, setKeep] = useState<Side>(() => initialSide(one, other));
  const [sides, setSides] = useState(() => sidesOf(fieldDiffs, initialSide(one, other)));
  const remainingEnterprise = pair[keep];
  const dropped = pair[otherOf(keep)];
  const again = () => client.invalidateQueries({ queryKey: enterpriseKey });
  const merge = useMutation({
    mutationFn: () =>
      mergeEnterprises({
        keepId: remainingEnterprise.id,
        keepVersion: remainingEnterprise.version,
        dropId: dropped.id,
        dropVersion: dropped.version,
        fields: droppedFields(sides, keep),
      }),
    onSuccess: async () => {
      await again();
      void message.success(`已合并到“${remainingEnterprise.name}”`);
      onClose();
    },
    // Refetch both enterprises after an error, so that the next comparison uses current data.
    onError: again,
  });
  const [impersonation] = useState(impersonating);
  const stale = merge.error instanceof ApiError && merge.error.status === 409;
  const head = (side: Side) => (
    <>
      <Radio
        name="keep"
        checked={keep === side}
        disabled={!mayKeep(pair, side)}
        onChange={() => {
          setKeep(side);
          setSides(sidesOf(fieldDiffs, side));
        }}
      >
        {letters[side]}：{pair[side].name}
      </Radio>
      <small>
        <StatusTag row={pair[side]} /> 资料齐全率 {percentText(pair[side].profileRate)} · 更新于{' '}
        {formatInstant(pair[side].updatedAt)}
      </small>
    </>
  );
  const cell = (field: Difference['field'], value: unknown, side: Side) => (
    <Radio
      name={`field-${field.name}`}
      checked={sides[field.name] === side}
      onChange={() => setSides(withSide(sides, field.name, side))}
      aria-label={`${field.label} 取${letters[side]}`}
    >
      <FieldText field={field} value={value} />
    </Radio>
  );
  return (
    <TabDrawer
      open
      size={880}
      title="对比并合并"
      mask={{ closable: false }}
      onClose={onClose}
      footer={
        <div className="merge-foot">
          <span>
            {impersonation
              ? '以平台身份进入时不能合并，请由该单位的人员办理'
              : `保留“${remainingEnterprise.name}”，“${dropped.name}”将注销`}
          </span>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            danger
            loading={merge.isPending}
            disabled={stale || impersonation !== null}
            onClick={() => merge.mutate()}
          >
            合并
          </Button>
        </div>
      }
    >
      <div className="merge">
        {merge.error && (
          <Alert
            type="error"
            showIcon
            title={stale ? '其中一家刚刚被他人修改过，请关闭后重新对比' : merge.error.message}
          />
        )}
        <p className="sub">
          人员、场站、附件和下级企业会一并转入保留的一家，两家的时间线都会记下这次合并，合并后不能撤销。
        </p>
        <Sides
          heads={['保留哪一家', head(0), head(1)]}
          rows={fieldDiffs.map(({ field, values }) => ({
            key: field.name,
            label: field.label,
            cells: [cell(field, values[0], 0), cell(field, values[1], 1)],
            chosen: sides[field.name] ?? keep,
          }))}
          empty="两家的资料完全相同"
        />
      </div>
    </TabDrawer>
  );
}
