import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { faultsOf } from './testing/config-faults.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  PAYMENTS: 'demonstration',
}

describe('the configuration', () => {
  it('C20 nothing at all is a shop for trying, with demo data and the demonstration payment', () => {
    expect(readConfig({})).toMatchObject({
      isProduction: false,
      isDevelopment: false,
      loadsDemo: true,
      payments: 'settings',
      firstAdmin: null,
      isGuestShared: false,
      trustedProxies: [],
      corsOrigins: [],
    })
  })

  it.each([{ NODE_ENV: 'production' }, { PUBLIC_URL: 'https://shop.example' }])(
    'C20 D10 %j means real customers: the demonstration payment must be named',
    (env) => {
      const faults = faultsOf({ ...env, PUBLIC_URL: 'https://shop.example' })
      expect(faults).toEqual([expect.stringMatching(/^PAYMENTS must be named in production/)])
    },
  )

  it('C20 webhooks reach no private network in production (OPEN-02)', () => {
    const faults = faultsOf({ ...production, WEBHOOK_ALLOW_PRIVATE: '1' })
    expect(faults).toEqual([expect.stringMatching(/^WEBHOOK_ALLOW_PRIVATE must be 0/)])
    expect(readConfig({}).webhooks.allowsPrivate).toBe(false)
  })

  it('C20 production has no demo data and no made-up administrator unless it is asked for', () => {
    expect(readConfig(production)).toMatchObject({
      isProduction: true,
      loadsDemo: false,
      payments: 'demonstration',
      firstAdmin: null,
    })
    const admin = { ADMIN_USERNAME: 'owner@shop.example', ADMIN_PASSWORD: 'long-enough-1' }
    expect(readConfig({ ...production, DEMO: '1', ...admin }).loadsDemo).toBe(true)
  })

  it.each([
    [{ DEVELOPMENT: '1' }, 'DEVELOPMENT must be 0'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL must be an https address'],
    [{ PUSH_URL: 'http://localhost:3200' }, 'PUSH_URL must not be set'],
    [{ PUBLIC_URL: 'http://shop.example' }, 'PUBLIC_URL must be an https address'],
    [{ PAYMENTS: '' }, 'PAYMENTS must be named'],
  ])('C20 production with %j is refused: %s', (env, fault) => {
    expect(faultsOf({ ...production, ...env })).toEqual([expect.stringContaining(fault)])
  })

  it('refuses demo data in production without a named first administrator (SAFE-15)', () => {
    expect(faultsOf({ ...production, DEMO: '1' })).toEqual([
      expect.stringMatching(/^ADMIN_USERNAME and ADMIN_PASSWORD must be named in production/),
    ])
  })

  it.each([
    [{ PAYMENTS: 'free' }, 'PAYMENTS must be "settings"'],
    [{ ADMIN_USERNAME: 'owner@shop.example' }, 'go together'],
    [{ ADMIN_PASSWORD: 'long-enough-1' }, 'go together'],
    [{ ADMIN_USERNAME: 'owner@shop.example', ADMIN_PASSWORD: '' }, 'go together'],
    [{ ADMIN_USERNAME: 'owner@shop.example', ADMIN_PASSWORD: 'short-1' }, 'at least 8'],
    [{ ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: 'long-enough-1' }, 'must be an e-mail address'],
    [{ FIREBASE_PROJECT_ID: 'shop' }, 'go together'],
    [{ FIREBASE_API_KEY: 'AIza' }, 'go together'],
    [{ UPLOADS_S3_BUCKET: 'pictures' }, 'UPLOADS_S3_* lacks'],
  ])('C20 %j is refused, in production or not: %s', (env, fault) => {
    for (const base of [{}, production]) {
      expect(faultsOf({ ...base, ...env }).join('\n')).toContain(fault)
    }
  })

  it('C20 no environment of odd values makes anything but a configuration or its faults (seed 20261121)', () => {
    const names = ['PORT', 'PUBLIC_URL', 'DEMO', 'PAYMENTS', 'ADMIN_USERNAME', 'NODE_ENV', 'HOST']
    const env = fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(env, (values) => {
        const faults = faultsOf(values)
        expect(faults.every((fault) => fault.length > 10)).toBe(true)
      }),
      { seed: 20_261_121, numRuns: 500 },
    )
  })
})

it('C20 the process refuses to start, says why, and has touched nothing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'minmin-refused-'))
  const main = join(import.meta.dirname, 'main.ts')
  const server = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_ENV: 'production', DEVELOPMENT: '1' },
  })
  const [said, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')])
  expect(code).toBe(2)
  expect(said).toMatch(/^The configuration is wrong:\n {2}- PAYMENTS must be named in production/)
  expect(said).toContain('DEVELOPMENT must be 0')
  expect(said).toContain('PUBLIC_URL must be an https address')
  expect(readdirSync(dataDir)).toEqual([])
  rmSync(dataDir, { recursive: true })
})
