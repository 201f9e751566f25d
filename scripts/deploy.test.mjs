import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../src/server/config.ts'
import { secretVariables } from '../src/server/config-operations.ts'
import { knownVariables, unknownVariables } from '../src/server/known-variables.ts'
import { root } from './lib/project.mjs'
import { serverArgs, serverEnv } from './lib/server-env.mjs'

/** @param {string} name */
const read = (name) => readFileSync(join(root, name), 'utf8')

it('the variables of the files of deploy and of the page of one host are known (OPEN-08)', () => {
  const lines = read('deploy/minmin.env').match(/^[A-Z0-9_]+=.*$/gm) ?? []
  const env = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  expect(Object.keys(env).length).toBeGreaterThan(10)
  expect(unknownVariables(env)).toEqual([])
  expect(Object.keys(env).filter((name) => !knownVariables.includes(name))).toEqual([])
  expect(readConfig({ ...env, NODE_ENV: 'production' })).toMatchObject({
    isProduction: true,
    backup: { everyHours: 6, bucket: { name: 'shop-backups' } },
  })
  const { shop } = parse(read('compose.yaml')).services
  for (const name of Object.keys(shop.environment)) {
    const secret = name.replace(/_FILE$/, '')
    expect(knownVariables).toContain(secret)
    if (secret !== name) expect(secretVariables).toContain(secret)
  }
  const texts = [
    'docs/host.md',
    ...readdirSync(join(root, 'deploy'))
      .filter((one) => /\.(ini|cfg|yml)$/.test(one))
      .map((one) => `deploy/${one}`),
  ]
  const named = texts.flatMap(
    (name) =>
      read(name).match(/\b(?:BACKUP|METRICS|DATABASE|UPLOADS_S3|TRUSTED|IDLE)_[A-Z_]+\b/g) ?? [],
  )
  expect(named.filter((name) => !knownVariables.includes(name))).toEqual([])
})

it('the unit starts the server as npm start does, and waits for its end (OPEN-08)', () => {
  const unit = read('deploy/minmin.service')
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? []
  expect(command).toBe(
    `/opt/minmin/node_modules/.bin/node ${serverArgs.join(' ')} dist/server/main.mjs`,
  )
  for (const [name, value] of Object.entries(serverEnv)) expect(unit).toContain(`${name}=${value}`)
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  expect(Number(seconds)).toBeGreaterThan(35)
  expect(read('deploy/shop')).toContain('DATA_DIR=/var/lib/minmin/shop')
})

it('the page of one host has twelve lines, and each file that it names is there (OPEN-08)', () => {
  const page = read('docs/host.md')
  const [, install = ''] = /## 安裝[\s\S]*?```sh\n([\s\S]*?)```/.exec(page) ?? []
  expect(install.trim().split('\n')).toHaveLength(12)
  const files = new Set(readdirSync(join(root, 'deploy')).map((name) => `deploy/${name}`))
  const named = page.match(/\bdeploy\/[\w.-]+/g) ?? []
  expect(named.filter((name) => !files.has(name))).toEqual([])
})

it('alarms ask for metrics that the shop has (OPEN-08)', () => {
  const checklist = read('docs/checklist-run.md')
  const asked = [...new Set(read('deploy/minmin.rules.yml').match(/\bminmin_[a-z_]+/g))]
  expect(asked.length).toBeGreaterThan(6)
  expect(asked.filter((name) => !checklist.includes(`\`${name}\``))).toEqual([])
})

it('what a proxy says of a node that died is an answer of the shop (OPEN-08)', () => {
  const [head = '', body = ''] = read('deploy/try-again.http').split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 503 .*\r\n/)
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
  expect(head).toMatch(/\r\nRetry-After: \d+\r\n/)
  expect(JSON.parse(body)).toMatchObject({ success: false })
})
