import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'

const module = join(import.meta.dirname, 'supervise.mjs')
const program = `
  process.on('disconnect', () => process.exit())
  process.on('SIGTERM', () => process.exit(7))
  setInterval(() => {}, 60_000)
  console.log('pid ' + process.pid)`

/** @param {string} source @param {{ isRunByNpm?: boolean }} [options] */
function startSupervisor(source, { isRunByNpm = false } = {}) {
  const code = `import { supervise } from ${JSON.stringify(module)}
    supervise(process.execPath, ['-e', ${JSON.stringify(source)}])`
  const args = ['--input-type=module', '-e', code]
  const owner = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)},
    { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } })`
  const supervisor = spawn(process.execPath, isRunByNpm ? ['-e', owner] : args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void supervisor.kill('SIGTERM'))
  const lines = createInterface(supervisor.stdout)[Symbol.asyncIterator]()
  const nextPid = async () => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('the supervisor has ended')
      const found = /^pid (\d+)$/.exec(value)
      if (found) return Number(found[1])
    }
  }
  return { supervisor, nextPid, ended: once(supervisor.stdout, 'close') }
}

it('starts a program again that was killed, and stops it when it is told to (SAFE-16)', async () => {
  const { supervisor, nextPid } = startSupervisor(program)
  const first = await nextPid()
  process.kill(first, 'SIGKILL')
  expect(await nextPid()).not.toBe(first)
  supervisor.kill('SIGTERM')
  expect(await once(supervisor, 'exit')).toEqual([7, null])
})

it('leaves a program that cannot start at its end, with its exit code (SAFE-16)', async () => {
  const { supervisor } = startSupervisor('process.exit(2)')
  expect(await once(supervisor, 'exit')).toEqual([2, null])
})

it('takes the program along when it is killed itself (SAFE-16)', async () => {
  const { supervisor, nextPid, ended } = startSupervisor(program)
  await nextPid()
  supervisor.kill('SIGKILL')
  // The program holds the other end of the output until it has ended.
  await ended
})

it('ends with the npm that runs it, however that ends (MEND-34)', async () => {
  const { supervisor, nextPid, ended } = startSupervisor(program, { isRunByNpm: true })
  await nextPid()
  supervisor.kill('SIGKILL')
  await ended
})
