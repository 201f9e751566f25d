import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/project.mjs'

it('every test that the pages on security name is there', () => {
  for (const [page, base] of [
    ['SECURITY.md', ''],
    ['docs/acceptance.md', 'src/server'],
  ]) {
    const text = readFileSync(join(root, page ?? ''), 'utf8')
    const named = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.(?:tsx?|mjs))`/g)]
    expect(named.length).toBeGreaterThan(20)
    const missing = named
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(join(root, file)) && !existsSync(join(root, base ?? '', file)))
    expect(missing).toEqual([])
  }
})
