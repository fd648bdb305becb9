import { formatInstant } from '@anlan/contract/domain/instant';
import {
  settingGroups,
  settingKeys,
  settings,
  type SettingKey,
  type UnitSettings,
} from '@anlan/contract/modules/setting/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Alert, Button } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { usePerson } from '#lib/current-user.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { saveSettings, settingsKey, unitSettings } from './calls.ts';
import { page } from './index.ts';
import { SettingRow } from './setting-row.tsx';
import './setting.css';

/** Values that are not saved yet. null restores the default of a setting. */
type Typed = Partial<Record<SettingKey, unknown>>;

const problemOf = (key: SettingKey, value: unknown): string | undefined => {
  if (value === null) return undefined;
  const read = settings[key].schema.safeParse(value);
  return read.success ? undefined : (read.error.issues[0]?.message ?? '请检查填写的内容');
};

export function Screen() {
  const { data, error, isPending, refetch } = useQuery(unitSettings);
  const sub = data?.updatedAt
    ? `${data.updatedBy ?? '管理人员'}在 ${formatInstant(data.updatedAt).slice(0, 16)} 修改；修改后只对新的记录生效`
    : '现在全部为默认值；修改后只对新的记录生效';
  return (
    <>
      {error && !data ? (
        <>
          <PageHead title={page.heading} sub="　" />
          <section className="card">
            <LoadFailed error={error} onRetry={() => void refetch()} />
          </section>
        </>
      ) : isPending || !data ? (
        <>
          <PageHead title={page.heading} sub="　" />
          <Skeleton height={480} />
        </>
      ) : (
        <SettingForm key={data.version} held={data} sub={sub} />
      )}
    </>
  );
}

function SettingForm({ held, sub }: { held: UnitSettings; sub: string }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const mayEdit = usePerson(({ info }) => info?.permissions.includes('bus:setting:edit') ?? false);
  const [typed, setTyped] = useState<Typed>({});
  const keys = settingKeys.filter((key) => key in typed);
  const problems = Object.fromEntries(keys.map((key) => [key, problemOf(key, typed[key])]));
  const save = useMutation({
    // The cast is safe: the schema of each key has validated its value.
    mutationFn: () => saveSettings({ version: held.version, values: typed as never }),
    onSuccess: async () => {
      setTyped({});
      await client.invalidateQueries({ queryKey: settingsKey });
      void message.success('已保存');
    },
  });
  const isStale = save.error instanceof ApiError && save.error.status === 409;
  const put = (key: SettingKey, value: unknown) => setTyped((all) => ({ ...all, [key]: value }));
  return (
    <>
      <PageHead
        title={page.heading}
        sub={sub}
        end={
          mayEdit && (
            <>
              {keys.length > 0 && <Button onClick={() => setTyped({})}>放弃修改</Button>}
              <Button
                type="primary"
                disabled={keys.length === 0 || Object.values(problems).some(Boolean)}
                loading={save.isPending}
                onClick={() => save.mutate()}
              >
                {keys.length > 0 ? `保存 ${keys.length} 项修改` : '保存'}
              </Button>
            </>
          )
        }
      />
      {save.error && (
        <Alert
          className="setting-alert"
          type="error"
          showIcon
          title={isStale ? '参数已被他人修改，请读取最新内容后再改' : save.error.message}
          action={
            isStale && (
              <Button size="small" onClick={() => void client.invalidateQueries({ queryKey: settingsKey })}>
                读取最新
              </Button>
            )
          }
        />
      )}
      {settingGroups.map((group) => (
        <section key={group} className="card setting-group" aria-label={group}>
          <h2>{group}</h2>
          {settingKeys
            .filter((key) => settings[key].group === group)
            .map((key) => {
              const isReset = typed[key] === null;
              return (
                <SettingRow
                  key={key}
                  name={key}
                  value={isReset ? settings[key].value : (typed[key] ?? held.values[key])}
                  isOwn={!isReset && (held.own.includes(key) || key in typed)}
                  mayEdit={mayEdit}
                  problem={problems[key]}
                  onChange={(value) => put(key, value ?? undefined)}
                  onReset={() => put(key, null)}
                />
              );
            })}
        </section>
      ))}
    </>
  );
}
