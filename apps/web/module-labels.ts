import { callNames, permitLabels } from '@anlan/contract/module-labels';
import type { Plugin } from 'vite';

/**
 * Replaces `module-labels` of the contract by tables made at build time. The original imports the declarations of all
 * modules.
 */
export const moduleLabels = (): Plugin => ({
  name: 'module-labels',
  load: (id) =>
    id.endsWith('/contract/src/module-labels.ts')
      ? `export const permitLabels = ${JSON.stringify(permitLabels)};\nexport const callNames = ${JSON.stringify(callNames)};`
      : null,
});
