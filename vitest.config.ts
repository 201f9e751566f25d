import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { ensureServerBuilt } from './scripts/lib/ensure-built.mjs'
import { keepFilesInMemory } from './scripts/lib/memory-folder.mjs'

keepFilesInMemory()
ensureServerBuilt()

/** Tests that start processes of their own: a server, a cluster, PostgreSQL. */
const processTests = [
  'src/server/{main,workers}.test.ts',
  'src/server/admin/cli.test.ts',
  'src/server/db/with-database-url.test.ts',
  'src/server/db/embedded/{embedded-postgres,closed-folders}.test.ts',
  'src/server/**/*.process.test.ts',
]
/**
 * The Firebase SDK reads `fetch` once, when it is loaded: each of the first files has to be the first to
 * load it. The last one imports the application again for each document.
 */
const freshModules = [
  'src/web/**/{identity-errors,member-auth}.test.ts',
  'src/web/document.test.tsx',
]
/** Part of `npm run test:long` alone. */
const longTests = '**/*.long.test.ts'
const isLong = process.env.TEST_LONG === '1'
const exclude = ['**/node_modules/**', ...(isLong ? [] : [longTests])]

const patience = 'scripts/lib/patient-waits.mjs'
const common = {
  // A harness tells what it found in the message, which is cut at 40 characters otherwise.
  chaiConfig: { truncateThreshold: 1_000 },
  // Limits are for what hangs: no test may depend on what a busy machine has time for.
  testTimeout: isLong ? 3_600_000 : 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
  setupFiles: [patience],
}
const ofPages = { setupFiles: [patience, 'src/web/testing/setup.ts'] }
// Files share a thread and its modules: each opens its shop in beforeAll and closes it in afterAll.
const shared = { ...common, pool: 'threads', isolate: false } as const

export default defineConfig({
  test: {
    // One more than processors: a test waits for its database for a quarter of its time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...shared,
          name: 'contract',
          environment: 'node',
          include: ['src/contract/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          environment: 'node',
          include: ['src/server/**/*.test.ts'],
          exclude: [...exclude, ...processTests],
          globalSetup: ['src/server/testing/global-setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'process',
          environment: 'node',
          include: processTests,
          exclude,
          globalSetup: ['src/server/testing/global-setup.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          ...shared,
          name: 'web',
          environment: 'jsdom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          exclude: freshModules,
          ...ofPages,
          // Node's own localStorage, which has no file to live in, would hide the one of jsdom.
          execArgv: ['--no-experimental-webstorage'],
        },
      },
      {
        plugins: [react()],
        test: {
          ...common,
          name: 'web-isolated',
          environment: 'jsdom',
          include: freshModules,
          ...ofPages,
          execArgv: ['--no-experimental-webstorage'],
        },
      },
      {
        test: {
          ...common,
          name: 'harness',
          environment: 'node',
          include: ['{tests,bench}/**/*.test.ts'],
          exclude,
        },
      },
      {
        test: {
          ...shared,
          name: 'gateway',
          environment: 'node',
          include: ['gateway/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'scripts',
          environment: 'node',
          include: ['scripts/**/*.test.mjs'],
        },
      },
    ],
  },
})
