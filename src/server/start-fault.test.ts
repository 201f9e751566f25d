import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { secretVariables } from './config-operations.ts'
import { ClusterInUseError } from './db/embedded/cluster-lock.ts'
import { MigrationFault } from './db/migrate.ts'
import { knownVariables, unknownVariables } from './known-variables.ts'
import { limitNames, limitVariable } from './limits/limit-sizes.ts'
import { writeServerFile } from './server-file.ts'
import { explainListening, explainStart } from './start-fault.ts'

const settings = { host: 'localhost', port: 3000, databaseUrl: null, dataDir: '/nowhere' }

async function connectionFault(databaseUrl: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: databaseUrl })
  return client.connect().then(
    () => undefined,
    (error: unknown) => error,
  )
}

it('names DATABASE_URL when the database is not there, and nothing of its value (MEND-42)', async () => {
  const { url } = inject('database')
  const at = (part: 'pathname' | 'password', value: string) => {
    const other = new URL(url)
    other[part] = value
    return other.href
  }
  const withoutServer = 'postgres://minmin:marked-secret@127.0.0.1:1/minmin'
  const explained: [string, RegExp][] = [
    [withoutServer, /^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)\.$/],
    ['postgres://minmin:marked-secret@nowhere.example/minmin', /^DATABASE_URL names a host/],
    [at('pathname', '/nothing_here'), /^DATABASE_URL: .* no database of this name/],
    [at('password', 'marked-secret'), /^DATABASE_URL: .* refuses the password/],
  ]
  for (const [databaseUrl, words] of explained) {
    const sentence = explainStart(await connectionFault(databaseUrl), { ...settings, databaseUrl })
    expect(sentence).toMatch(words)
    expect(sentence).not.toContain('marked')
  }
})

it('names the variable of the port or host that cannot be listened on (MEND-42)', async () => {
  const listen = (port: number, host: string) => {
    const server = createServer()
    onTestFinished(() => void server.close())
    return new Promise<unknown>((resolve) => {
      server.once('error', resolve)
      server.listen({ port, host }, () => resolve(server.address()))
    })
  }
  const { port } = (await listen(0, '127.0.0.1')) as { port: number }
  const taken = await listen(port, '127.0.0.1')
  expect(explainStart(taken, { ...settings, port })).toContain('PORT names another: PORT=')
  const metrics = { host: '127.0.0.1', port }
  expect(explainListening(taken, 'METRICS_', metrics)).toContain('METRICS_PORT names another')
  const unknown = { ...settings, host: 'nowhere.example' }
  const nowhere = await listen(0, unknown.host)
  expect(explainStart(nowhere, unknown)).toBe(
    'HOST: nowhere.example is no address of this machine.',
  )
})

it('names the process of this shop that holds the port or the folder (MEND-34)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-server-file-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // A shop with DATABASE_URL may have no folder of data yet.
  const dataDir = join(folder, 'data')
  const taken = Object.assign(new Error('taken'), { code: 'EADDRINUSE', syscall: 'listen' })
  const explain = (error: Error) => explainStart(error, { ...settings, dataDir })
  expect(explain(taken)).toContain('another program')
  writeServerFile(dataDir, settings.port)
  const own = `process ${process.pid}`
  expect(explain(taken)).toContain(`taken by ${own}, a server of this shop`)
  expect(explain(new ClusterInUseError('The folder is in use.'))).toContain(own)
  // One that was killed leaves its file.
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const file = { pid: dead, host: hostname(), port: settings.port }
  await writeFile(join(dataDir, 'server.json'), JSON.stringify(file))
  expect(explain(taken)).toContain('another program')
})

it('names a migration that failed, and leaves a fault of ours its stack (MEND-36)', () => {
  const failed = new MigrationFault('0049_example', new Error('relation "x" does not exist'))
  expect(explainStart(failed, settings)).toMatch(/^The migration 0049_example failed: relation "x"/)
  expect(explainStart(new TypeError('ours'), settings)).toBeUndefined()
})

it('refuses a proxy that is no address (MEND-36)', () => {
  const read = (value: string) => readConfig({ TRUSTED_PROXIES: value }).trustedProxies
  expect(read('10.0.0.0/8, ::1')).toEqual(['10.0.0.0/8', '::1'])
  for (const wrong of ['999.1.1.1', '10.0.0.0/99', 'loopback', '1:2:3']) {
    expect(() => read(wrong)).toThrow(`TRUSTED_PROXIES holds "${wrong}"`)
  }
})

it('knows variables that were misspelt or are of another release, and none of other programs (MEND-36)', () => {
  const env = { MAIL_PERHOUR: '1', ECPAY_KEY: '1', SMPT_URL: '1', PATH: '/bin', HOSTNAME: 'shop' }
  const others = {
    SECRETS_KEY_FILE: '/k',
    POSTGRES_PASSWORD: 'x',
    NODE_OPTIONS: '',
    npm_config_x: '1',
  }
  expect(unknownVariables({ ...env, ...others })).toEqual([
    { name: 'MAIL_PERHOUR', meant: 'MAIL_PER_HOUR' },
    { name: 'ECPAY_KEY' },
    { name: 'SMPT_URL', meant: 'SMTP_URL' },
  ])
})

it('knows every variable that the shop reads, and no other (MEND-36)', () => {
  const text = globSync('{config*,release,production}.ts', { cwd: import.meta.dirname })
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('\n')
  const asked =
    /(?:\.(?:optional|text|pattern|integer|flag|list|networks|url|origin|secretsKey)\(|env\.|required\()\s*'?([A-Z0-9_]+)/g
  const read = new Set([...text.matchAll(asked)].map(([, name = '']) => name))
  // Those of a bucket are read by their group.
  const own = knownVariables.filter((name) => !/^(?:UPLOADS|BACKUP)_S3_/.test(name))
  expect(own.filter((name) => !text.includes(name))).toEqual([])
  expect([...read].filter((name) => !knownVariables.includes(name))).toEqual([])
})

it('gives each limit a variable that is documented as all are, beside what multiplies the others (MEND-39)', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')
  const variables = limitNames.map(limitVariable)
  const all = [...knownVariables, ...variables]
  expect(all.filter((name) => !docs.includes(`\`${name}\``))).toEqual([])
  const files = docs.split('\n').find((line) => line.startsWith('| `{NAME}_FILE`')) ?? ''
  expect(secretVariables.filter((name) => !files.includes(`\`${name}\``))).toEqual([])
  expect(unknownVariables({ LIMIT_WRITE_NETWORK: '1', LIMIT_MADE_UP: '1' })).toEqual([
    { name: 'LIMIT_MADE_UP' },
  ])
  const { limits } = readConfig({ LIMIT_COUPON_ALL: '7', WRITE_LIMITS: '2', IDENTITY_LIMITS: '3' })
  expect([
    limits['coupon.all'],
    limits['coupon.network'],
    limits['identity.sign-up.network'],
  ]).toEqual([7, 120, 3_000])
  expect(() => readConfig({ LIMIT_COUPON_ALL: '0' })).toThrow('LIMIT_COUPON_ALL')
})
