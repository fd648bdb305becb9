// Rules whose numbers are settings of the unit. The page shows these rules with the other rules, but users change
// them under 业务参数.
import { setRuleTypes, type RiskRule, type SetRuleType } from '@anlan/contract/modules/risk/rule';
import { settings, settingKeys, settingWords } from '@anlan/contract/modules/setting/settings';
import type { Tx } from '#platform/db/index.ts';
import { unitSettingsOf } from '../../setting/index.ts';

const keysOf: Readonly<Record<SetRuleType, readonly string[]>> = {
  method: ['risk.lecBands', 'risk.lsBands', 'risk.lcBands', 'risk.reviewMonths'],
  score: ['score.'],
  color: ['color.'],
  escalation: ['rectify.remindBeforeDays', 'rectify.escalate'],
};

export async function setRuleOf(tx: Tx, type: SetRuleType): Promise<RiskRule> {
  const { values, own, version, updatedAt, updatedBy } = await unitSettingsOf(tx);
  const keys = settingKeys.filter((key) => keysOf[type].some((beginning) => key.startsWith(beginning)));
  const isOwn = keys.some((key) => own.includes(key));
  return {
    type,
    id: null,
    name: setRuleTypes[type],
    source: isOwn ? 'own' : 'house',
    enabled: true,
    version,
    abilities: [],
    updatedAt: isOwn ? updatedAt : null,
    updatedBy: isOwn ? updatedBy : null,
    content: {
      lines: keys.map((key) => ({
        key,
        label: settings[key].label,
        said: settingWords(settings[key], values[key]),
        own: own.includes(key),
      })),
    },
  };
}
