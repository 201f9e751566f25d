import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtProgram, type Program } from './programs.ts'
import { signIn } from './testing/test-administrator.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

const password = 'of-the-first-one'

let shop: TestShop
let folder: string
beforeAll(async () => {
  shop = await openTestShop()
  folder = await mkdtemp(join(tmpdir(), 'minmin-command-'))
  await writeFile(join(folder, 'password'), `${password}\n`)
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command in the environment of a shop whose first administrator's password is in a file. */
function run(program: Program, words: string[], env: Record<string, string> = {}) {
  const options = {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: shop.databaseUrl,
      DATA_DIR: folder,
      BACKUP_DIR: folder,
      ADMIN_USERNAME: 'first@example.com',
      ADMIN_PASSWORD_FILE: join(folder, 'password'),
      ...env,
    },
    timeout: 300_000,
  }
  return new Promise<{ code: number; said: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [builtProgram(program), ...words],
      options,
      (_, out, err) => resolve({ code: child.exitCode ?? -1, said: out + err }),
    )
    child.stdin?.end()
  })
}

describe('in the environment of a shop with ADMIN_PASSWORD_FILE (IMAGE-09)', () => {
  it.each<[Program, string[], string]>([
    ['backup', ['list'], ''],
    ['backup', ['restore', 'release'], 'The shop is not on hold.\n'],
    ['admin', ['verify-audit'], 'every entry is as it was sealed\n'],
    ['privacy', ['export', 'nobody@example.com'], 'There is no such customer.\n'],
  ])('%s works', async (program, words, said) => {
    expect((await run(program, words)).said).toBe(said)
  })

  it('a command that sets no password does not read the file', async () => {
    const env = { ADMIN_PASSWORD_FILE: join(folder, 'not-there') }
    expect(await run('admin', ['verify-audit'], env)).toMatchObject({ code: 0 })
  })

  it('the doctor finds the configuration whole', async () => {
    const { said } = await run('doctor', [])
    expect(said).toContain('configuration: is whole')
    expect(said).not.toContain('Warning: ')
  })

  it('the administration sets the password that the file holds', async () => {
    const username = 'second@example.com'
    const { code, said } = await run('admin', ['create', username])
    expect({ code, said }).toEqual({ code: 0, said: `${username}: the password is set\n` })
    expect((await signIn(shop, { username, password })).statusCode).toBe(200)
  })

  it('the administration makes no password up for a file that cannot be read', async () => {
    const env = { ADMIN_PASSWORD_FILE: join(folder, 'not-there') }
    const { code, said } = await run('admin', ['create', 'third@example.com'], env)
    expect(code).toBe(1)
    expect(said).toContain('ADMIN_PASSWORD_FILE cannot be read')
  })
})
