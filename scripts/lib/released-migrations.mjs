import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Migrations that a release has run and that are not what they were: each release recorded their
 * SHA-256. @param {string} root @returns {string[]}
 */
export function changedMigrations(root) {
  const fixtures = join(root, 'upgrades')
  return readdirSync(fixtures).flatMap((release) => {
    /** @type {{ tag: string, hash: string }[]} */
    const applied = JSON.parse(readFileSync(join(fixtures, release, 'migrations.json'), 'utf8'))
    return applied.flatMap(({ tag, hash }) => {
      const file = join(root, 'migrations', `${tag}.sql`)
      const found = existsSync(file)
        ? createHash('sha256').update(readFileSync(file)).digest('hex')
        : 'nothing'
      return found === hash ? [] : [`${tag}.sql is not what release ${release} ran`]
    })
  })
}
