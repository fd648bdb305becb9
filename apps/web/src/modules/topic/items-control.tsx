import type { TopicItem } from '@anlan/contract/modules/topic/resource';
import { Button, Checkbox, Form, Input, Select } from 'antd';
import type { Control } from '#kit/controls.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { DayPicker } from '#widgets/day-picker.tsx';
import './topic.css';

const icons: readonly (readonly [IconName, string])[] = [
  ['alert', '隐患'],
  ['shield', '安全'],
  ['bell', '预警'],
  ['file', '文书'],
  ['users', '人员'],
  ['building', '企业'],
  ['place', '场站'],
  ['book', '学习'],
  ['check', '检查'],
  ['calendar', '日程'],
];
export const iconOptions = icons.map(([value, label]) => ({
  value: value as string,
  label: (
    <span className="topic-icon">
      <Icon name={value} size={16} />
      {label}
    </span>
  ),
}));

type Item = Partial<TopicItem> & { name: string };
// The value is untyped. It comes from this control or from the stored row.
const itemsIn = (value: unknown): Item[] => (Array.isArray(value) ? (value as Item[]) : []);

export const ItemsControl: Control = ({ value, onChange, id, row }) => {
  const form = Form.useFormInstance();
  const selectedType: unknown = Form.useWatch('type', form);
  const type = row?.['type'] ?? selectedType;
  const kind = type === 'campaign' ? 'campaign' : 'motif';
  const held = itemsIn(value);
  const put = (at: number, part: Partial<Item>) =>
    onChange?.(held.map((item, place) => (place === at ? { ...item, ...part } : item)));
  const move = (at: number) => {
    const next = [...held];
    next.splice(at - 1, 0, ...next.splice(at, 1));
    onChange?.(next);
  };
  if (!type)
    return (
      <span id={id} className="topic-note">
        请先选择专题类型
      </span>
    );
  return (
    <div className="topic-items" id={id}>
      {held.map((item, at) => (
        // A new item has no id; the index identifies it.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={item.id ?? `new ${at}`} className="topic-item">
          <Input
            aria-label={`第 ${at + 1} 项名称`}
            placeholder={kind === 'motif' ? '名称，如 风险预警' : '任务，如 制定活动方案'}
            value={item.name}
            maxLength={40}
            onChange={({ target }) => put(at, { name: target.value })}
          />
          {kind === 'motif' ? (
            <>
              <Input
                aria-label={`第 ${at + 1} 项页面地址`}
                placeholder="页面地址，如 /bus/enterprisewarn/index"
                value={item.path ?? ''}
                maxLength={200}
                onChange={({ target }) => put(at, { path: target.value })}
              />
              <Select
                aria-label={`第 ${at + 1} 项图标`}
                placeholder="图标"
                allowClear
                options={iconOptions}
                value={item.icon || null}
                onChange={(icon: string | undefined) => put(at, { icon: icon ?? null })}
              />
            </>
          ) : (
            <>
              <DayPicker
                aria-label={`第 ${at + 1} 项完成期限`}
                placeholder="完成期限"
                value={item.dueOn ?? null}
                onChange={(dueOn) => put(at, { dueOn: dueOn ?? null })}
              />
              <Checkbox
                checked={item.evidence === true}
                onChange={({ target }) => put(at, { evidence: target.checked })}
              >
                须上传材料
              </Checkbox>
            </>
          )}
          <span className="topic-item-acts">
            <Button type="text" size="small" disabled={at === 0} onClick={() => move(at)}>
              上移
            </Button>
            <Button
              type="text"
              size="small"
              danger
              aria-label={`移除第 ${at + 1} 项`}
              onClick={() => onChange?.(held.filter((_item, place) => place !== at))}
            >
              移除
            </Button>
          </span>
        </div>
      ))}
      <Button
        icon={<Icon name="plus" size={16} />}
        disabled={held.length >= 50}
        onClick={() => onChange?.([...held, { name: '' }])}
      >
        {kind === 'motif' ? '添加入口' : '添加任务'}
      </Button>
    </div>
  );
};
