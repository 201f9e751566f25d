import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readApiDocument } from './api-document.ts'
import { type ApiDocument, breakingChanges } from './lib/api-changes.mjs'

// docs/openapi.json is the document of today: a change that breaks clients of it stands in a decision,
// then `--write` keeps the new one.
const root = join(import.meta.dirname, '..')
const file = join(root, 'docs/openapi.json')
const decisions = join(root, 'docs/decisions')

const now = await readApiDocument()
const text = `${JSON.stringify(now)}\n`
const kept = readFileSync(file, 'utf8')
const before: ApiDocument = JSON.parse(kept)
const decided = readdirSync(decisions).map((name) => readFileSync(join(decisions, name), 'utf8'))
const open = breakingChanges(before, now).filter(
  (change) => !decided.some((text) => text.includes(change)),
)
for (const change of open) process.stderr.write(`${change}\n`)
if (open.length > 0) {
  process.stderr.write('Clients of docs/openapi.json would fail: docs/decisions must name each.\n')
  process.exitCode = 1
} else if (process.argv.includes('--write')) {
  writeFileSync(file, text)
} else if (text !== kept) {
  process.stderr.write(
    'docs/openapi.json is not the document of today: node scripts/api-compatibility.ts --write\n',
  )
  process.exitCode = 1
}
process.exit()
