import { expect, it } from 'vitest';
import { footerOf } from './footer.ts';

const brand = {
  id: '1',
  name: '临澜区应急管理局',
  copy: '© 临澜区',
  icp: '示例ICP备1号',
  tec: '示例公网安备1号',
  logo: null,
};
const face = { ...brand, generic: false, icp: '示例ICP备2号', tec: null };
const texts = (...args: Parameters<typeof footerOf>) => footerOf(...args).map(({ text }) => text);

it('shows copyright and filing numbers of the host in the footer (LY-03)', () => {
  expect(texts(brand, null)).toEqual(['© 临澜区', '示例ICP备1号', '示例公网安备1号']);
  expect(texts(brand, face)).toEqual(['© 临澜区', '示例ICP备2号']);
  expect(texts(brand, { ...face, generic: true, name: null, copy: null })).toEqual(['示例ICP备2号']);
  expect(texts({ ...brand, copy: null }, { ...face, copy: '© 域名' })).toEqual(['© 域名', '示例ICP备2号']);
  expect(texts(null, null)).toEqual([]);
});

it('links a filing number to the public register', () => {
  expect(footerOf(brand, null).map(({ href }) => href)).toEqual([
    undefined,
    'https://beian.miit.gov.cn/',
    'https://beian.mps.gov.cn/',
  ]);
});
