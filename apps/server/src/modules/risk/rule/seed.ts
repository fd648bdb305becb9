import { newId } from '#kernel/ids.ts';
import type { PopupContent } from '@anlan/contract/modules/risk/rule';
import type { Tx } from '#platform/db/index.ts';
import { insertRule } from './store.ts';

const winter: PopupContent = {
  title: '强寒潮期间安全风险提示',
  text: [
    '受强冷空气影响，未来三天大风降温，请立即做好以下工作：',
    '1. 六级以上大风停止室外高处、吊装作业；',
    '2. 检查供水、供气管线保温，防止冻裂泄漏；',
    '3. 有限空间作业先通风、再检测、后作业，严禁盲目施救；',
    '4. 值班人员保持通信畅通，险情第一时间上报。',
  ].join('\n'),
  level: 'considerable',
  audience: ['enterprise', 'regulator'],
  colors: [],
  since: null,
  until: null,
};

export const seedRiskRules = (tx: Tx, now: Date) =>
  insertRule(tx, {
    tenant_id: tx.scope.tenantId,
    id: newId(),
    type: 'popup',
    enabled: false,
    content: JSON.stringify(winter),
    updated_at: now,
    updated_by: null,
    updated_by_name: null,
    removed_at: null,
  });
