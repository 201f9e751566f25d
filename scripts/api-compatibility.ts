import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readApiDocument } from './api-document.ts'
import { type ApiDocument, breakingChanges } from './lib/api-changes.mjs'

// The document of the last release against that of now; `--write` keeps the one of now, for a release.
const root = join(import.meta.dirname, '..')
const released = join(root, 'docs/openapi.json')
const decisions = join(root, 'docs/decisions')

const now = withoutShop(await readApiDocument())
if (process.argv.includes('--write')) {
  writeFileSync(released, `${JSON.stringify(now)}\n`)
  process.stdout.write('docs/openapi.json is that of this version.\n')
} else {
  const before: ApiDocument = JSON.parse(readFileSync(released, 'utf8'))
  const decided = readdirSync(decisions).map((name) => readFileSync(join(decisions, name), 'utf8'))
  const open = breakingChanges(before, now).filter(
    (change) => !decided.some((text) => text.includes(change)),
  )
  for (const change of open) process.stderr.write(`${change}\n`)
  if (open.length > 0) {
    process.stderr.write('Clients of the last release would fail: docs/decisions must name each.\n')
    process.exitCode = 1
  }
}
process.exit()

/** Paths as the contract writes them; refusals are left out, which are one schema for all. */
function withoutShop({ paths, ...rest }: ApiDocument): ApiDocument {
  const text = JSON.stringify(paths).replaceAll('/v2/api/shopping-minmin/', '{shop}/')
  const known: ApiDocument['paths'] = JSON.parse(text)
  for (const operation of Object.values(known).flatMap((methods) => Object.values(methods))) {
    for (const status of Object.keys(operation.responses ?? {})) {
      if (status !== '200') delete operation.responses?.[status]
    }
  }
  return { ...rest, paths: known }
}
