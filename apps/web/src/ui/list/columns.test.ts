import { describe, expect, it } from 'vitest';
import { arrange, defaultChoice, moved, readChoice, toggled } from './columns.ts';

const columns = [{ key: 'name', locked: true as const }, { key: 'status' }, { key: 'size', extra: true as const }];
const shown = (choice: ReturnType<typeof defaultChoice>) => arrange(columns, choice).map(({ key }) => key);

describe('the columns of a list', () => {
  it('shows all but the extra ones to who has not chosen', () => {
    expect(shown(readChoice(undefined, columns))).toEqual(['name', 'status']);
  });

  it('keeps order and hidden columns of a stored choice', () => {
    const choice = toggled(toggled(moved(defaultChoice(columns), 'size', -1), 'size'), 'status');
    expect(shown(readChoice(choice, columns))).toEqual(['name', 'size']);
  });

  it('never hides a locked column and forgets columns that are gone', () => {
    const stored = { order: ['gone', 'status', 'name'], hidden: ['name', 'gone'] };
    expect(readChoice(stored, columns)).toEqual({ order: ['status', 'name', 'size'], hidden: ['size'] });
  });

  it('does not move a column past the edge', () => {
    const choice = defaultChoice(columns);
    expect(moved(choice, 'name', -1)).toBe(choice);
    expect(moved(choice, 'size', 1)).toBe(choice);
  });

  it('a choice outlives that its columns are named by fields now', () => {
    const now = [{ key: 'name' }, { key: 'enterpriseId' }, { key: 'regionCode' }, { key: 'managerName' }];
    const kept = { order: ['name', 'manager', 'region', 'enterprise'], hidden: ['enterprise'] };
    expect(readChoice(kept, now)).toEqual({
      order: ['name', 'managerName', 'regionCode', 'enterpriseId'],
      hidden: ['enterpriseId'],
    });
  });
});
