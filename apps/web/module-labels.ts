import { callNames, permitLabels } from '@anlan/contract/module-labels';
import type { Plugin } from 'vite';

/** Puts the labels of permits and calls in place of the module that collects them, which imports every declaration. */
export const moduleLabels = (): Plugin => ({
  name: 'module-labels',
  load: (id) =>
    id.endsWith('/contract/src/module-labels.ts')
      ? `export const permitLabels = ${JSON.stringify(permitLabels)};\nexport const callNames = ${JSON.stringify(callNames)};`
      : null,
});
