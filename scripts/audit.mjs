// Are the files of the image sound, the released migrations untouched, the packages sound and ours to
// use, and is no secret in git? Part of `npm run check`.
import { knownAdvisories } from './lib/advisories.mjs'
import { imageFaults } from './lib/image.mjs'
import { foreignLicences } from './lib/licences.mjs'
import { root, say } from './lib/project.mjs'
import { changedMigrations } from './lib/released-migrations.mjs'
import { secretsOfRepository } from './lib/secrets.mjs'

report('image', imageFaults(root))
report('migrations', changedMigrations(root))
const advisories = knownAdvisories()
report('licences', foreignLicences(root))
report('secrets', secretsOfRepository(root) ?? 'not searched: this is no git repository')
report('advisories', (await advisories) ?? 'not asked: the registry gives no answer here')

/** @param {string} what @param {string[] | string} found */
function report(what, found) {
  if (typeof found === 'string') return say(`${what}: ${found}`)
  for (const line of found) say(`${what}: ${line}`)
  if (found.length > 0) process.exitCode = 1
}
