import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../config.ts'

/** The configuration of a shop under test; `env` holds what differs. */
export function testConfig(env: Record<string, string> = {}): Config {
  return readConfig({
    PUBLIC_URL: 'http://shop.test',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'minmin-test-')),
    WEB_DIR: join(tmpdir(), 'minmin-without-web'),
    LOG_LEVEL: 'silent',
    DEMO: '0',
    // All the callers of a test have one address.
    WRITE_LIMITS: '1000',
    // No test may depend on what a busy machine has time for.
    DATABASE_TIMEOUT: '60',
    PAYMENTS: 'demonstration',
    ...env,
  })
}
