import type { Audience } from '@anlan/contract/modules/learning/plan';

export function audienceText(audience: Audience | null): string {
  if (audience === null) return '—';
  if (audience.everyone) return '全体人员';
  const parts = [
    audience.postKinds.length > 0 ? `${audience.postKinds.length} 类岗位` : '',
    audience.departments.join('、'),
  ];
  return parts.filter(Boolean).join('，') || '—';
}
