import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { describe, expect, it } from 'vitest';
import { countFilters, lastPage, readQuery, writeQuery } from './query.ts';

const schema = enterpriseCalls.page.input;
const defaults = { size: 20, sort: [{ by: 'updatedAt' as const, desc: true }] };
const read = (text: string) => readQuery(schema, new URLSearchParams(text), defaults);

describe('URL query of a list', () => {
  it('omits default values from the URL', () => {
    expect(writeQuery(schema, read(''), defaults).toString()).toBe('');
    expect(read('')).toEqual({ page: 1, size: 20, sort: defaults.sort, filter: {} });
  });

  it('does not change when the list writes the query to the URL and reads it again', () => {
    const input = {
      page: 3,
      size: 50,
      sort: [{ by: 'name' as const, desc: false }],
      filter: {
        keyword: '化工',
        status: ['active' as const, 'draft' as const],
        color: ['red' as const],
        regionCode: ['330108'],
        expiring: 30,
      },
    };
    expect(read(writeQuery(schema, input, defaults).toString())).toEqual(input);
  });

  it('uses the values of the API, so that links of other pages work', () => {
    expect(read('status=2&color=1').filter).toEqual({ status: ['active'], color: ['red'] });
  });

  it('drops invalid parts of the URL and applies the valid parts', () => {
    const input = read('status=99&keyword=港&descs=password&current=x');
    expect(input.filter).toEqual({ keyword: '港' });
    expect(input.sort).toEqual(defaults.sort);
    expect(input.page).toBe(1);
  });

  it('counts only filters that limit the rows', () => {
    expect(countFilters({ keyword: '', status: [], color: ['red'], expiring: 0 })).toBe(2);
  });

  it('limits the page number when the list has become shorter', () => {
    expect([lastPage(0, 20), lastPage(20, 20), lastPage(21, 20)]).toEqual([1, 1, 2]);
  });
});
