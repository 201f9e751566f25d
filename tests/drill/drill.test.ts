import { expect, it, onTestFinished } from 'vitest'
import { createWorkFolder, removeWorkFolder } from '../backup/shop-folder.ts'
import { randomFrom } from '../harness/random.ts'
import { drill } from './drill.ts'

it('a busy shop of two nodes is saved and restored with all it was, kills left out (BACKUP-03, BACKUP-12, BACKUP-15)', async () => {
  const folder = await createWorkFolder('drill')
  onTestFinished(() => removeWorkFolder(folder))
  const report = await drill({ folder, kills: 0, random: randomFrom(7), say: () => {} })
  expect(report.violations).toEqual([])
})
