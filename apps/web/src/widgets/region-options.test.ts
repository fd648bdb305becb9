import { describe, expect, it } from 'vitest';
import { foundOptions, loadedOptions, pathOf } from './region-options.ts';

const region = (code: string, name: string, path = name, leaf = false) => ({ code, name, level: 1, leaf, path });

describe('options of the region select', () => {
  it('start at the province, also where the city level is missing', () => {
    expect(pathOf('330108')).toEqual(['330000', '330100', '330108']);
    expect(pathOf('500101')).toEqual(['500000', '500100', '500101']);
    expect(pathOf('429004')).toEqual(['420000', '429004']);
  });

  it('show only the levels loaded so far', () => {
    const loaded = new Map([
      ['', [region('330000', '浙江省')]],
      ['330000', [region('330100', '杭州市'), region('330200', '宁波市')]],
      ['330100', undefined],
    ]);
    expect(loadedOptions(loaded)).toEqual([
      {
        value: '330000',
        label: '浙江省',
        isLeaf: false,
        children: [
          { value: '330100', label: '杭州市', isLeaf: false },
          { value: '330200', label: '宁波市', isLeaf: false },
        ],
      },
    ]);
  });

  it('put each search result once under its parents', () => {
    const options = foundOptions([
      region('330108', '滨江区', '浙江省 / 杭州市 / 滨江区', true),
      region('330106', '西湖区', '浙江省 / 杭州市 / 西湖区', true),
    ]);
    expect(options).toHaveLength(1);
    expect(options[0]?.children?.[0]?.children?.map(({ label }) => label)).toEqual(['滨江区', '西湖区']);
  });
});
