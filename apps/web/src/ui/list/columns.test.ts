import { describe, expect, it } from 'vitest';
import { arrange, defaultChoice, moved, readChoice, toggled } from './columns.ts';

const columns = [{ key: 'name', locked: true as const }, { key: 'status' }, { key: 'size', extra: true as const }];
const shown = (choice: ReturnType<typeof defaultChoice>) => arrange(columns, choice).map(({ key }) => key);

describe('column choice of a list', () => {
  it('shows all columns except the extra ones by default', () => {
    expect(shown(readChoice(undefined, columns))).toEqual(['name', 'status']);
  });

  it('restores order and hidden columns of a stored choice', () => {
    const choice = toggled(toggled(moved(defaultChoice(columns), 'size', -1), 'size'), 'status');
    expect(shown(readChoice(choice, columns))).toEqual(['name', 'size']);
  });

  it('never hides a locked column', () => {
    const stored = { order: ['gone', 'status', 'name'], hidden: ['name', 'gone'] };
    expect(readChoice(stored, columns)).toEqual({ order: ['status', 'name', 'size'], hidden: ['size'] });
  });

  it('does not move a column beyond the first or last position', () => {
    const choice = defaultChoice(columns);
    expect(moved(choice, 'name', -1)).toBe(choice);
    expect(moved(choice, 'size', 1)).toBe(choice);
  });

  it('replaces former column names in a stored choice', () => {
    const now = [
      { key: 'name' },
      { key: 'enterpriseId' },
      { key: 'regionCode' },
      { key: 'managerName' },
      { key: 'legalPerson' },
    ];
    const storedChoice = { order: ['name', 'manager', 'region', 'legal', 'enterprise'], hidden: ['enterprise'] };
    expect(readChoice(storedChoice, now)).toEqual({
      order: ['name', 'managerName', 'regionCode', 'legalPerson', 'enterpriseId'],
      hidden: ['enterpriseId'],
    });
  });
});
