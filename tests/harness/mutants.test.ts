import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mutants } from './mutants.ts'

const root = join(import.meta.dirname, '../..')

/** Runs a line of a program with a mutant. */
function runMutant(name: string, program: string) {
  const options = [
    '--import',
    join(root, 'tests/harness/apply-mutant.ts'),
    '--input-type=module',
    '-e',
    program,
  ]
  return spawnSync(process.execPath, options, {
    cwd: root,
    env: { ...process.env, MUTANT: name },
    encoding: 'utf8',
  })
}

describe('a defence that is taken out', () => {
  it.each(Object.entries(mutants))('%s: its texts are still in the source, once', (_, mutant) => {
    expect(mutant.changes.length + (mutant.sql?.length ?? 0)).toBeGreaterThan(0)
    for (const { file, find } of mutant.changes) {
      expect([file, readFileSync(join(root, file), 'utf8').split(find).length - 1]).toEqual([
        file,
        1,
      ])
    }
  })

  it('is gone from what is loaded, and from nothing else', () => {
    const program = `
      import { withIdempotency } from './src/server/http/idempotency.ts'
      import { lockAnyOrder } from './src/server/orders/back-office/admin-orders.queries.ts'
      console.log(String(withIdempotency).includes('return work()'), String(withIdempotency).includes('!intended'))
      console.log(String(lockAnyOrder).includes(".for('update')"))`
    const { stdout, stderr } = runMutant('saved answers', program)
    expect([stdout, stderr]).toEqual(['true false\ntrue\n', ''])
  })

  it('that is unknown stops the server from starting', () => {
    const { status, stderr } = runMutant('no such defence', 'console.log(1)')
    expect(status).not.toBe(0)
    expect(stderr).toContain('no such defence')
  })
})
