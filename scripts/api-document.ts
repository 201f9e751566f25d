import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../src/server/app.ts'
import { readConfig } from '../src/server/config.ts'
import { createReadiness } from '../src/server/http/health.ts'
import { createLog } from '../src/server/log.ts'
import { createServices } from '../src/server/services.ts'
import type { ApiDocument } from './lib/api-changes.mjs'

/** The OpenAPI document of this version. Nothing is started, so it needs no database. */
export async function readApiDocument(): Promise<ApiDocument> {
  const dataDir = await mkdtemp(join(tmpdir(), 'minmin-api-'))
  const config = readConfig({
    PUBLIC_URL: 'http://shop.test',
    DATA_DIR: dataDir,
    WEB_DIR: join(dataDir, 'no-web'),
    LOG_LEVEL: 'silent',
    DEMO: '0',
    PAYMENTS: 'demonstration',
  })
  const log = createLog(config)
  const databaseUrl = 'postgres://nobody@127.0.0.1:9/none'
  const services = createServices(config, { databaseUrl, log })
  const app = await buildApp({ config, log, readiness: createReadiness(), ...services })
  try {
    const reply = await app.inject('/openapi.json')
    return reply.json<ApiDocument>()
  } finally {
    await app.close().catch(() => undefined)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
