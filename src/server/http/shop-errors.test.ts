import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shopErrors } from '#contract/errors.ts'

const root = join(import.meta.dirname, '../../..')

it('every refusal of the contract is one that the server, or its contract, names', () => {
  const source = globSync('src/{server,contract}/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('contract/errors.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const named = new Set(source.match(/\b[A-Z][A-Z_]+\b/g))
  expect(Object.keys(shopErrors).filter((code) => !named.has(code))).toEqual([])
})
