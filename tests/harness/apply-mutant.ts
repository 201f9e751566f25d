import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { mutants } from './mutants.ts'

// Preloaded with --import by a harness: applies a mutant to the server's source while it is loaded.
// The product itself has no such switch.
const name = process.env.MUTANT ?? ''
const mutant = mutants[name]
if (!mutant) throw new Error(`MUTANT names no known defence: "${name}"`)

for (const { file, find } of mutant.changes) {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  if (!text.includes(find)) throw new Error(`${name}: "${find}" is no longer in ${file}`)
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const changes = mutant.changes.filter(
      ({ file }) => url.startsWith('file:') && fileURLToPath(url).endsWith(`/${file}`),
    )
    if (changes.length === 0) return loaded
    const text = readFileSync(new URL(url), 'utf8')
    const source = changes.reduce((all, { find, replace }) => all.replaceAll(find, replace), text)
    return { ...loaded, source }
  },
})
