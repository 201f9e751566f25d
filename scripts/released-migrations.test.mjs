import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from './lib/project.mjs'
import { changedMigrations } from './lib/released-migrations.mjs'

it('a migration that was released never changes (UPGRADE-09)', () => {
  expect(changedMigrations(root)).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), 'minmin-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, 'migrations'), join(folder, 'migrations'), { recursive: true })
  const fixture = 'upgrades/1.0.0/migrations.json'
  cpSync(join(root, fixture), join(folder, fixture), { recursive: true })
  writeFileSync(join(folder, 'migrations/0000_baseline.sql'), '-- another', { flag: 'a' })
  expect(changedMigrations(folder)).toEqual(['0000_baseline.sql is not what release 1.0.0 ran'])
})
