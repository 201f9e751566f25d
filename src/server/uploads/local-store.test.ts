import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createLocalStore } from './local-store.ts'

it('writes no file but a picture, whatever name it is given (MEND-54)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-store-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = createLocalStore(join(folder, 'uploads'))
  for (const name of ['../x.jpg', '/tmp/x.jpg', 'x.jpg', `${'0'.repeat(32)}-1x1.jpg\n`]) {
    await expect(store.put({ name, bytes: Buffer.from('x') })).rejects.toThrow('not the name')
  }
  expect(await readdir(folder)).toEqual([])
})

it('a file that cannot be looked at is not one that is gone (BACKUP-06)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-store-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = createLocalStore(folder)
  await writeFile(join(folder, 'one'), 'one')
  await symlink(join(folder, 'loop'), join(folder, 'loop'))
  expect([await store.has('one'), await store.has('none')]).toEqual([true, false])
  expect(await createLocalStore(join(folder, 'nowhere')).has('one')).toBe(false)
  await expect(store.has('loop')).rejects.toThrow('UNAVAILABLE')
})
