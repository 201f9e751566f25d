import { expect, it, onTestFinished, vi } from 'vitest'
import { createKeyedSemaphore } from './personal-limits.ts'

const limits = {
  name: 'keyed-test',
  concurrency: 1,
  maxWaiting: 3,
  maxWaitMs: 5_000,
  refusalDelayMs: 0,
}

it('refuses a call whose turn comes too late, and runs the next one (H4)', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { run } = createKeyedSemaphore(limits)
  const slow = Promise.withResolvers<string>()
  const begun: string[] = []
  const add = (name: string) =>
    run('cart', async () => {
      begun.push(name)
      return name
    })
  const first = run('cart', () => slow.promise)
  const late = add('late')
  await vi.advanceTimersByTimeAsync(limits.maxWaitMs + 1)
  const prompt = add('prompt')
  slow.resolve('first')
  expect(await first).toBe('first')
  await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 })
  expect(await prompt).toBe('prompt')
  expect(begun).toEqual(['prompt'])
})

it('refuses a call that finds the queue of its key full, and lets other keys run', async () => {
  const { run } = createKeyedSemaphore(limits)
  const slow = Promise.withResolvers<string>()
  const waiting = Array.from({ length: 4 }, () => run('full', () => slow.promise))
  await expect(run('full', async () => 'fifth')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  expect(await run('other', async () => 'other')).toBe('other')
  slow.resolve('done')
  expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done', 'done'])
})

it('keeps a refused call waiting, so that who asks again at once leaves the processor to others (SAFE-05)', async () => {
  const { run } = createKeyedSemaphore({ ...limits, refusalDelayMs: 50 })
  const slow = Promise.withResolvers<string>()
  const waiting = Array.from({ length: 4 }, () => run('full', () => slow.promise))
  const answered: string[] = []
  const refused = run('full', async () => 'fifth').catch(() => answered.push('refused'))
  slow.resolve('done')
  await Promise.all(waiting)
  answered.push(await run('full', async () => 'next'))
  await refused
  expect(answered).toEqual(['next', 'refused'])
})
