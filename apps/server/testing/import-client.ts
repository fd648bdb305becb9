// Imports enterprises as a browser does: upload, dry run, confirmation, result.
import { expect } from 'vitest';
import { dataOf, send, type Answer } from './client.ts';
import type { TestApp } from './app.ts';

export interface ImportEnd {
  id: string;
  state: string;
  message: string;
  result: {
    rows: number;
    good: number;
    errors: { row: number; column: string; value: string; cause: string }[];
    notes: string[];
  } | null;
}

export function openImportClient(appOf: () => TestApp, tokenOf: () => string) {
  const upload = (bytes: Uint8Array, name = '企业.xlsx'): Promise<Answer> =>
    send(appOf(), 'POST', '/bus/enterprise/import', {
      token: tokenOf(),
      file: { name, type: 'application/octet-stream', bytes },
    });
  async function over(begun: Answer): Promise<ImportEnd> {
    expect(begun.status, begun.text).toBe(200);
    const { jobId } = dataOf<{ jobId: string }>(begun);
    for (;;) {
      const job = dataOf<Omit<ImportEnd, 'id'>>(await send(appOf(), 'GET', `/upms/job/${jobId}`, { token: tokenOf() }));
      if (job.state !== 'waiting' && job.state !== 'running') return { ...job, id: jobId };
      await new Promise((done) => setTimeout(done, 30));
    }
  }
  const confirm = (jobId: string, mode = 'all'): Promise<Answer> =>
    send(appOf(), 'POST', '/bus/enterprise/import/confirm', {
      token: tokenOf(),
      body: { jobId, mode, onDuplicate: 'stop' },
    });
  return {
    upload,
    over,
    confirm,
    checked: async (bytes: Uint8Array, name?: string) => over(await upload(bytes, name)),
    confirmed: async (jobId: string, mode?: string) => over(await confirm(jobId, mode)),
  };
}
