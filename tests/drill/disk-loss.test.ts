import { expect, it, onTestFinished } from 'vitest'
import { createWorkFolder, removeWorkFolder } from '../backup/shop-folder.ts'
import { randomFrom } from '../harness/random.ts'
import { loseDisk } from './disk-loss.ts'

it('a lost disk takes along no more than what was not yet copied to the bucket (OPEN-09)', async () => {
  const folder = await createWorkFolder('disk')
  onTestFinished(() => removeWorkFolder(folder))
  const report = await loseDisk({
    ...{ folder, walSeconds: 5, busySeconds: 12 },
    random: randomFrom(9),
    say: () => {},
  })
  expect(report.violations).toEqual([])
  expect(report.figures['orders lost']).toBeLessThan(report.figures['orders acknowledged'] ?? 0)
})
