import type { Control } from '@anlan/contract/modules/risk-point/hazards-controls';
import { expect, test } from 'vitest';
import { itemsOfControls } from './rules.ts';

const control = (kind: Control['kind'], text: string, layer: Control['layer'] = null): Control => ({
  kind,
  text,
  layer,
});
const textsOf = (controls: readonly Control[], layer: 'company' | 'team' = 'company') =>
  itemsOfControls(controls, 'company', layer).map(({ text }) => text);

test('makes no check item of an emergency control', () => {
  const emergency = control('emergency', '关停泄压，撤离人员');
  expect(textsOf([control('engineering', '联锁有效'), emergency])).toEqual(['联锁有效']);
  // The only control of the layer is for emergencies, so the check covers the controls of the other layers.
  expect(textsOf([control('engineering', '联锁有效', 'team'), emergency])).toEqual(['联锁有效']);
  expect(textsOf([emergency])).toEqual(['现场管控措施已落实']);
});
