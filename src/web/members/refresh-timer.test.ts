import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countsAsExpired, createRefreshTimer, type RefreshTimer } from './refresh-timer.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const offline = new Error('offline')
let startedAt: number
let calls: number[]
let answer: () => Promise<number>
let timer: RefreshTimer

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T08:00:00Z') })
  startedAt = Date.now()
  calls = []
  answer = async () => Date.now() + hour
  timer = createRefreshTimer({
    refresh: () => {
      calls.push(Date.now() - startedAt)
      return answer()
    },
    isTransient: (error) => error === offline,
  })
})

afterEach(() => {
  timer.stop()
  vi.useRealTimers()
})

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('C15 SESSION-09 the token is refreshed 5 minutes before it expires, each time', async () => {
  timer.follow(startedAt + hour)

  await vi.advanceTimersByTimeAsync(3 * hour)

  expect(calls).toEqual([55 * minute, 110 * minute, 165 * minute])
})

test('SESSION-10 a token counts as expired 30 s before its expiry', () => {
  const expiresAt = startedAt + hour

  vi.setSystemTime(expiresAt - 30 * second)
  expect(countsAsExpired(expiresAt)).toBe(false)

  vi.setSystemTime(expiresAt - 30 * second + 1)
  expect(countsAsExpired(expiresAt)).toBe(true)
})

test('C15 SESSION-12 SESSION-13 after a network failure the waits are 30 s and double up to 16 min', async () => {
  answer = async () => {
    throw offline
  }
  timer.follow(startedAt + hour)

  await vi.advanceTimersByTimeAsync(2 * hour)

  const waits = calls.slice(1).map((at, index) => (at - (calls[index] ?? 0)) / second)
  expect(calls[0]).toBe(55 * minute)
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 960, 960])
})

test('SESSION-12 the wait starts at 30 s again after a success', async () => {
  const answers = [offline, offline, undefined, offline, undefined]
  answer = async () => {
    const failure = answers.shift()
    if (failure) throw failure
    return Date.now() + hour
  }
  timer.follow(startedAt + 5 * minute)

  await vi.advanceTimersByTimeAsync(90 * second + 55 * minute + 30 * second)

  expect(calls.map((at) => at / second)).toEqual([0, 30, 90, 90 + 55 * 60, 120 + 55 * 60])
})

test('C15 a token that outlives no lead time is not refreshed in a tight loop', async () => {
  answer = async () => Date.now() + 33 * second
  timer.follow(startedAt + 33 * second)

  await vi.advanceTimersByTimeAsync(10 * minute)

  expect(calls).toHaveLength(21)
})

test('C15 after a sleep of the laptop the page that comes back refreshes at once', async () => {
  timer.follow(startedAt + hour)
  // The clock goes on while the timers stand still.
  vi.setSystemTime(startedAt + 8 * hour)

  show('hidden')
  expect(calls).toEqual([])
  show('visible')
  await vi.advanceTimersByTimeAsync(0)

  expect(calls).toEqual([8 * hour])
})

test('a page that comes back before the token is due leaves it alone', async () => {
  timer.follow(startedAt + hour)
  vi.setSystemTime(startedAt + 54 * minute)

  show('visible')
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)

  expect(calls).toEqual([])
})

test('the network that comes back ends the wait', async () => {
  answer = async () => {
    throw offline
  }
  timer.follow(startedAt + 5 * minute)
  await vi.advanceTimersByTimeAsync(2 * minute)
  answer = async () => Date.now() + hour

  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(10 * minute)

  expect(calls.map((at) => at / second)).toEqual([0, 30, 90, 120])
})

test('SESSION-11 an answer that ends the session ends the refreshing', async () => {
  answer = async () => {
    throw new Error('the member is disabled')
  }
  timer.follow(startedAt + hour)

  await vi.advanceTimersByTimeAsync(5 * hour)

  expect(calls).toHaveLength(1)
})

test('C15 a stopped timer never fires, neither by itself nor for the page that comes back', async () => {
  timer.follow(startedAt + hour)
  timer.stop()

  await vi.advanceTimersByTimeAsync(2 * hour)
  show('visible')
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(hour)

  expect(calls).toEqual([])
})

test('C15 a sign-out while a refresh is under way is final', async () => {
  let release: (expiresAt: number) => void = () => undefined
  answer = () => new Promise((resolve) => (release = resolve))
  timer.follow(startedAt + 5 * minute)
  await vi.advanceTimersByTimeAsync(0)
  timer.stop()

  release(Date.now() + hour)
  await vi.advanceTimersByTimeAsync(5 * hour)

  expect(calls).toHaveLength(1)
})

test('a token from another tab moves the refresh', async () => {
  timer.follow(startedAt + hour)
  await vi.advanceTimersByTimeAsync(54 * minute)
  timer.follow(Date.now() + hour)

  await vi.advanceTimersByTimeAsync(54 * minute)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(minute)
  expect(calls).toEqual([109 * minute])
})
