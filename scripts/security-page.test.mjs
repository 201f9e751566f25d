import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/project.mjs'

it('every test that SECURITY.md names is there', () => {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  const named = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.(?:tsx?|mjs))`/g)]
  expect(named.length).toBeGreaterThan(20)
  const missing = named.map(([, file = '']) => file).filter((file) => !existsSync(join(root, file)))
  expect(missing).toEqual([])
})
