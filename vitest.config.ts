import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'contract', environment: 'node', include: ['src/contract/**/*.test.ts'] },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/server/**/*.test.ts'],
          globalSetup: ['src/server/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          // Node's own localStorage, which has no file to live in, would hide the one of jsdom.
          execArgv: ['--no-experimental-webstorage'],
        },
      },
      {
        test: {
          name: 'harness',
          environment: 'node',
          include: ['{tests,bench}/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: { name: 'scripts', environment: 'node', include: ['scripts/**/*.test.mjs'] },
      },
    ],
  },
})
