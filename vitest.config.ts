import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [{ test: { name: 'tools', include: ['tools/**/*.test.ts'] } }],
  },
});
