import { readdir, readFile } from 'node:fs/promises'
import { constants, getPriority } from 'node:os'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { createCardDrawer } from './card-drawer.ts'

const drawer = createCardDrawer(pino({ level: 'silent' }), 2)
afterAll(() => drawer.close())

const draw = (title: string) => drawer.draw({ shop: 'MinMin 團購', title }, undefined)

it('cards are drawn at a low priority, and by another process once that is killed (META-19)', async () => {
  expect((await draw('高山茶')).length).toBeGreaterThan(1_000)
  const [pid = 0] = await childProcesses()
  expect(getPriority(pid)).toBe(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  process.kill(pid, 'SIGKILL')
  await expect.poll(childProcesses).toEqual([])
  expect((await draw('低山茶')).length).toBeGreaterThan(1_000)
})

it('a card that is being drawn when its process is killed fails as an error', async () => {
  await draw('高山茶')
  const [pid = 0] = await childProcesses()
  const drawing = draw('低山茶')
  process.kill(pid, 'SIGKILL')
  await expect(drawing).rejects.toThrow(/^drawing a card: /)
  expect((await draw('低山茶')).length).toBeGreaterThan(1_000)
})

/** Child processes of all threads. */
async function childProcesses(): Promise<number[]> {
  const tasks = await readdir('/proc/self/task')
  const lists = tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8'))
  return (await Promise.all(lists)).flatMap((list) =>
    list.trim().split(' ').filter(Boolean).map(Number),
  )
}
