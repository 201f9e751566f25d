import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { test } from './support/test.ts'

const budgetBytes = 110_000

test('the code before the first screen stays under its budget', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
    ([, path]) => path,
  )
  expect(scripts.length).toBeGreaterThan(0)
  let bytes = 0
  for (const path of scripts) {
    bytes += gzipSync(await (await request.get(path ?? '')).body()).length
  }
  expect(bytes).toBeLessThan(budgetBytes)
  // Nor is it so little that something was overlooked.
  expect(bytes).toBeGreaterThan(budgetBytes / 2)
})
