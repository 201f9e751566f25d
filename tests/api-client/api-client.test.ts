import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorkFolder, removeWorkFolder, shopOver } from '../backup/shop-folder.ts'
import { administrator } from '../fixtures/caller.ts'
import { fillShop } from '../fixtures/fill-shop.ts'
import type { ServerProcess } from '../harness/server-process.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

let folder: string
let server: ServerProcess
let client: string

beforeAll(async () => {
  folder = await createWorkFolder('client')
  server = await shopOver(join(folder, 'data'))
  await server.start()
  await fillShop(server.address)
  client = join(folder, 'client')
  await mkdir(client)
  await symlink(join(root, 'node_modules'), join(client, 'node_modules'))
  await writeFile(join(client, 'package.json'), '{"type":"module"}')
  const document = await (await fetch(`${server.address}/openapi.json`)).text()
  await writeFile(join(folder, 'document.json'), document)
  const generate = join(import.meta.dirname, 'generate.mjs')
  await run(process.execPath, [generate, join(folder, 'document.json'), join(client, 'api.ts')])
  await cp(join(import.meta.dirname, 'buy.ts.txt'), join(client, 'buy.ts'))
})
afterAll(async () => {
  await server?.stop()
  await removeWorkFolder(folder)
})

function compile(file: string): Promise<string> {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions']
  const modern = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node']
  return run(join(root, 'node_modules/.bin/tsc'), [...options, ...modern, file], {
    cwd: client,
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout ?? String(error),
  )
}

it('a client made from the document compiles, buys, ships, refunds, joins a group and runs a morning; misspelt it does not compile (APIDOC-04, OPEN-04)', async () => {
  expect(await compile('buy.ts')).toBe('')
  const { username, password } = administrator
  const { stdout } = await run(process.execPath, ['buy.ts', server.address, username, password], {
    cwd: client,
  })
  expect(JSON.parse(stdout)).toEqual({
    ...{ isPaid: true, place: 'held', onHand: 50, refused: 403 },
    kinds: expect.arrayContaining(['to_ship']),
    // Without person.read.
    masked: expect.stringContaining('*'),
    orders: expect.any(Number),
  })
  const misspelt = (await readFile(join(client, 'buy.ts'), 'utf8')).replace(
    'product_id:',
    'produkt_id:',
  )
  await writeFile(join(client, 'misspelt.ts'), misspelt)
  expect(await compile('misspelt.ts')).toContain('produkt_id')
})

it('the document is sound, and every operation says what it is, for whom, and its answers (APIDOC-01)', async () => {
  const source = await readFile(join(folder, 'document.json'), 'utf8')
  const config = await createConfig({ extends: ['spec'] })
  const problems = await lintFromString({ source, config })
  expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([])
  const { paths } = JSON.parse(source) as {
    paths: Record<string, Record<string, Record<string, unknown>>>
  }
  for (const [path, calls] of Object.entries(paths)) {
    for (const [method, call] of Object.entries(calls)) {
      expect(call, `${method} ${path}`).toMatchObject({
        summary: expect.any(String),
        tags: [expect.any(String)],
        'x-caller': expect.any(String),
        responses: { 200: {}, '4XX': {}, '5XX': {} },
        ...(call['x-caller'] === 'admin' && {
          'x-permission': expect.toSatisfy((of: unknown) =>
            [of].flat().every((one) => typeof one === 'string'),
          ),
        }),
      })
    }
  }
})
