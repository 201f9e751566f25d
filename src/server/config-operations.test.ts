import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { secretVariables } from './config-operations.ts'
import { faultsOf } from './testing/config-faults.ts'

const folder = mkdtempSync(join(tmpdir(), 'minmin-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('reads a secret from a file, without its last line break (IMAGE-09)', () => {
  const file = join(folder, 'url')
  writeFileSync(file, 'postgres://minmin:secret@database/minmin\n')
  expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe(
    'postgres://minmin:secret@database/minmin',
  )
})

it.each(secretVariables)(
  'refuses both, and a file that is not there, by name: %s (IMAGE-09)',
  (name) => {
    const file = join(folder, 'secret')
    writeFileSync(file, 'marked-value')
    const both = faultsOf({ [name]: 'marked-value', [`${name}_FILE`]: file })
    expect(both).toContainEqual(`${name} and ${name}_FILE: one of them, not both`)
    const missing = faultsOf({ [`${name}_FILE`]: join(folder, 'marked-nothing') })
    expect(missing).toContainEqual(`${name}_FILE cannot be read`)
    expect([...both, ...missing].join()).not.toContain('marked')
  },
)

it('refuses settings of backups that mean nothing', () => {
  expect(faultsOf({ BACKUP_RECIPIENT: 'age1abc' })).toHaveLength(1)
  expect(faultsOf({ BACKUP_AT: '25:00', BACKUP_KEEP: 'all' })).toHaveLength(2)
  expect(
    faultsOf({ BACKUP_PASSPHRASE: 'a', BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` }),
  ).toHaveLength(1)
})
