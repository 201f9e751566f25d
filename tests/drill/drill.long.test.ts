import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorkFolder, removeWorkFolder } from '../backup/shop-folder.ts'
import { randomFrom } from '../harness/random.ts'
import { type DrillReport, drill } from './drill.ts'

let folder: string
let report: DrillReport

beforeAll(async () => {
  folder = await createWorkFolder('drill')
  report = await drill({ folder, kills: 3, random: randomFrom(7), say: () => {} })
})
afterAll(() => removeWorkFolder(folder))

it('a busy shop of two nodes is saved, lost and restored with all it was (BACKUP-03, BACKUP-04, BACKUP-11, BACKUP-12, BACKUP-13, BACKUP-15, BACKUP-17)', () => {
  expect(report.violations).toEqual([])
  expect(report.figures['orders placed and paid']).toBeGreaterThan(20)
})
