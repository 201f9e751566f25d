import { execFile } from 'node:child_process'
import { constants, getPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const priorityAfter = async (increment: number) => {
  const program = `(await import('${join(import.meta.dirname, 'give-way.ts')}')).giveWay()
    console.log((await import('node:os')).getPriority())`
  const args = ['-n', `${increment}`, process.execPath, '--input-type=module', '-e', program]
  return Number((await promisify(execFile)('nice', args)).stdout)
}

it('a backup gives way to the shop, and works in one that has a low priority itself (BACKUP-03)', async () => {
  const own = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)
  expect(await priorityAfter(0)).toBe(own)
  expect(await priorityAfter(19)).toBe(constants.priority.PRIORITY_LOW)
})
