import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], more: object = {}) => ({
  test: { name, include, env: { TZ: 'UTC' }, ...more },
});

export default defineConfig({
  test: {
    projects: [
      project('contract', ['packages/contract/**/*.test.ts']),
      project('tools', ['tools/**/*.test.ts'], { testTimeout: 60_000 }),
      project('web', ['apps/web/src/**/*.test.{ts,tsx}']),
      project('server', ['apps/server/**/*.test.ts'], {
        testTimeout: 20_000,
        hookTimeout: 60_000,
        maxWorkers: 2,
        globalSetup: ['apps/server/testing/whole-run.ts'],
      }),
      project('e2e', ['e2e/**/*.test.ts'], {
        globalSetup: ['apps/server/testing/whole-run.ts'],
        testTimeout: 60_000,
        hookTimeout: 120_000,
        maxWorkers: 2,
        expect: { poll: { timeout: 10_000, interval: 50 } },
      }),
    ],
  },
});
