import { regionForm } from '@anlan/contract/modules/dictionary/region-form';
import type { OwnRegion } from '@anlan/contract/modules/dictionary/region';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Form, type FormInstance } from 'antd';
import { useEffect, useMemo } from 'react';
import type { ControlField, ControlProps } from '#kit/controls.tsx';
import { ResourceForm } from '#kit/resource-form.tsx';
import { bind, textOf, type Bound, type Values } from '#kit/resource.ts';
import { RegionName, RegionSelect } from '#widgets/region-select.tsx';
import { townKey, townSearch } from '#widgets/towns.ts';
import { createRegion, nextCode, readRegion, renameRegion } from '../calls.ts';
import { levelName } from '../rules.ts';

/** The path of a division, street or grid. */
export function PlaceName({ code }: { code: string }) {
  const isTown = code.length > 6;
  const { data } = useQuery({ ...townSearch(code), enabled: isTown });
  return isTown ? (data?.find((one) => one.code === code)?.path ?? code) : <RegionName code={code} />;
}

function Parent({ name: _name, spec: _spec, row: _row, value, ...rest }: ControlProps & ControlField) {
  const code = textOf(value);
  // The street of a new grid is the row where the person pressed the button.
  return code.length > 6 ? <PlaceName code={code} /> : <RegionSelect {...rest} value={code || null} />;
}

/** Proposes the next free code below the parent until the person types a code. */
function ProposedCode({ form }: { form: FormInstance<Values> }) {
  const parent = textOf(Form.useWatch('parent', { form, preserve: true }));
  const { data } = useQuery({ ...nextCode(parent), enabled: parent !== '' });
  useEffect(() => {
    if (data && !form.isFieldTouched('code')) form.setFieldValue('code', data.code);
  }, [data, form]);
  return null;
}

const look = { rows: ['parent', 'name', 'code'], controls: { parent: Parent } } as const;

interface Props {
  /** The street or grid to rename; null for a new one. */
  row: OwnRegion | null;
  /** The street of a new grid; absent for a new street. */
  upper?: OwnRegion;
  onClose: () => void;
}

export function RegionForm({ row, upper, onClose }: Props) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const label = levelName(row?.level ?? (upper ? 5 : 4));
  const bound = useMemo<Bound>(() => {
    const plain = bind({ ...regionForm, label }, {}, { key: townKey });
    return {
      ...plain,
      has: (verb) => verb === 'get',
      read: readRegion,
      create: async ({ parent, name, code }) => {
        // Without a code the server uses the next free one, also when another person has just used the proposal.
        const proposal = client.getQueryData(nextCode(textOf(parent)).queryKey)?.code;
        const made = await createRegion({
          parent: textOf(parent),
          name: textOf(name),
          ...(code && code !== proposal ? { code: textOf(code) } : {}),
        });
        return { id: made.code };
      },
      update: async ({ id, version }, { name }) => {
        const saved = await renameRegion({ code: id, version, name: textOf(name) });
        return { id, version: saved.version };
      },
    };
  }, [client, label]);
  return (
    <ResourceForm
      bound={bound}
      target={{ row: row && { ...row, id: row.code }, ...(upper ? { preset: { parent: upper.code } } : {}) }}
      look={look}
      several
      above={(form) =>
        row ? (
          <p className="sub">在该{label}的企业会显示新的名称，各企业的时间线留有记录。</p>
        ) : (
          <ProposedCode form={form} />
        )
      }
      onSaved={(isNew) => {
        void message.success(isNew ? `已新增${label}` : '已重命名');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
