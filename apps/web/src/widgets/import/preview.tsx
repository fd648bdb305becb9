import { numberText } from '@anlan/contract/domain/number-text';
import { Alert, Radio } from 'antd';
import { obstacle, planned, type Choice, type DryRun, type ImportSubject } from './rules.ts';

interface Props {
  subject: ImportSubject;
  dryRun: DryRun;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

export function Preview({ subject, dryRun: found, choice, onChange }: Props) {
  const { fresh, updated, skipped } = planned(found, choice);
  const change = (part: Partial<Choice>) => onChange({ ...choice, ...part });
  return (
    <>
      <dl className="import-figures">
        <Figure label="数据行" value={found.rows} />
        <Figure label="正确" value={found.good} tone="good" />
        <Figure label="有错误" value={found.bad} tone={found.bad > 0 ? 'bad' : ''} />
        <Figure label="已存在" value={found.duplicates} />
      </dl>
      {found.notes?.map((note) => (
        <Alert key={note} type="warning" showIcon title={note} />
      ))}
      <div className="import-choices">
        <span id="import-mode">导入范围</span>
        <Radio.Group
          aria-labelledby="import-mode"
          value={choice.mode}
          onChange={({ target }) => change({ mode: target.value === 'all' ? 'all' : 'rows' })}
          options={[
            { value: 'rows', label: '只导入正确的行' },
            { value: 'all', label: '全部正确才导入' },
          ]}
        />
        {found.duplicates > 0 && (
          <>
            <span id="import-same">{subject.identity}已存在时</span>
            <Radio.Group
              aria-labelledby="import-same"
              value={choice.onDuplicate}
              onChange={({ target }) => change({ onDuplicate: sameOf(target.value) })}
              options={[
                { value: 'skip', label: '跳过' },
                { value: 'update', label: '更新' },
                { value: 'stop', label: '停止导入' },
              ]}
            />
          </>
        )}
        {subject.mayActivate && (
          <>
            <span id="import-status">导入后的状态</span>
            <Radio.Group
              aria-labelledby="import-status"
              value={choice.entryStatus ?? 'draft'}
              onChange={({ target }) => change({ entryStatus: target.value === 'active' ? 'active' : 'draft' })}
              options={[
                { value: 'draft', label: '草稿' },
                { value: 'active', label: '正常（直接启用）' },
              ]}
            />
          </>
        )}
      </div>
      {/* When the options do not fit the file, this summary is hidden; the obstacle shows below, beside the button. */}
      {obstacle(found, choice) === null && (
        <p className="import-plan" role="status">
          将新增 <b>{numberText(fresh)}</b> {subject.counter}，更新 <b>{numberText(updated)}</b> {subject.counter}，跳过{' '}
          <b>{numberText(skipped)}</b> 行
        </p>
      )}
    </>
  );
}

const sameOf = (value: unknown): Choice['onDuplicate'] => (value === 'update' || value === 'stop' ? value : 'skip');

export function Figure({ label, value, tone = '' }: { label: string; value: number; tone?: string }) {
  return (
    <div className={tone}>
      <dt>{label}</dt>
      <dd>{numberText(value)}</dd>
    </div>
  );
}
