import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HandOutResult } from '#contract/hand-out-states.ts'
import { ApiError } from '../api/api-error.ts'
import { type DeviceStorage, deviceStorage } from '../shared/device-storage.ts'
import { createHandOutQueue } from './hand-out-queue.ts'
import { type SentItem, sendWishes } from './send-wishes.ts'

/** The storage of one device, which outlives its pages. */
function createDevice(): DeviceStorage {
  const texts = new Map<string, string>()
  return {
    keys: () => [...texts.keys()],
    get: (key) => texts.get(key) ?? null,
    set: (key, text) => void texts.set(key, text),
    remove: (key) => void texts.delete(key),
  }
}

/** As the shop answers; `isAway` ends a call before the shop has it, `isLost` after. */
function createShop() {
  const handedOut = new Map<string, number>()
  return {
    handedOut,
    isAway: false,
    isLost: false,
    async send(items: SentItem[]) {
      if (this.isAway) throw ApiError.networkError()
      const results = items.map(({ id, is_undo: isUndo }): { result: HandOutResult } => {
        const was = handedOut.get(id) ?? 0
        if (isUndo) {
          handedOut.delete(id)
          return { result: 'undone' }
        }
        if (was > 0) return { result: 'already' }
        handedOut.set(id, was + 1)
        return { result: 'handed_out' }
      })
      if (this.isLost) throw ApiError.networkError()
      return { results }
    },
  }
}

const press = (id: string, isUndo = false) => ({ id, name: `王${id}`, isUndo })
const ignore = () => undefined
afterEach(() => vi.useRealTimers())

describe('presses on a device', () => {
  it('are kept over a reload without a network, and are all sent once when it is back (AFTER-05)', async () => {
    const [device, shop] = [createDevice(), createShop()]
    const send = shop.send.bind(shop)
    shop.isAway = true
    const told: string[] = []
    for (let n = 0; n < 30; n++) {
      const queue = createHandOutQueue('m.a', device)
      queue.put(press(String(n)))
      expect(await sendWishes(queue, send, ({ name }) => told.push(name))).toBe('no_network')
    }
    const queue = createHandOutQueue('m.a', device)
    expect(queue.list()).toHaveLength(30)
    // The answer to the first try is lost: all that it did is sent again.
    shop.isAway = false
    shop.isLost = true
    await sendWishes(queue, send, ({ name }) => told.push(name))
    shop.isLost = false
    expect(await sendWishes(queue, send, ({ name }) => told.push(name))).toBe('sent')
    expect(queue.list()).toEqual([])
    expect([...shop.handedOut.values()]).toEqual(Array.from({ length: 30 }, () => 1))
    // A press that met itself is no second helper.
    expect(told).toEqual([])
  })

  it('are sent in their order, also where the clock was set back (AFTER-05)', () => {
    vi.useFakeTimers({ now: 2_000_000 })
    const queue = createHandOutQueue('m.a', createDevice())
    queue.put(press('z'))
    vi.setSystemTime(1_000)
    queue.put(press('b'))
    queue.put(press('a'))
    expect(queue.list().map(({ id }) => id)).toEqual(['z', 'b', 'a'])
  })

  it('leave the last wish for an order, also one that was pressed while the first was sent', async () => {
    const [queue, shop] = [createHandOutQueue('m.a', createDevice()), createShop()]
    queue.put(press('1'))
    const send = async (items: SentItem[]) => {
      const reply = await shop.send(items)
      if (items[0]?.is_undo !== true) queue.put(press('1', true))
      return reply
    }
    expect(await sendWishes(queue, send, ignore)).toBe('sent')
    expect([queue.list(), shop.handedOut.size]).toEqual([[], 0])
  })

  it('say so when another helper was first, and what the shop refuses (AFTER-04)', async () => {
    const [queue, shop] = [createHandOutQueue('m.a', createDevice()), createShop()]
    shop.handedOut.set('1', 1)
    queue.put(press('1'))
    const told: string[] = []
    await sendWishes(queue, shop.send.bind(shop), ({ name }) => told.push(name))
    expect([told, queue.list()]).toEqual([['王1'], []])
    queue.put(press('2'))
    await sendWishes(queue, async () => ({ results: [{ result: 'unpaid' }] }), ignore)
    expect(queue.list()).toMatchObject([{ id: '2', refused: 'unpaid' }])
    queue.dismiss('2')
    expect(queue.list()).toEqual([])
  })

  it('wait for a sign-in, and are no concern of the next person on the device', async () => {
    const device = createDevice()
    const queue = createHandOutQueue('m.a', device)
    queue.put(press('1'))
    const refuse = () => Promise.reject(new ApiError(401, ['登入已失效']))
    expect(await sendWishes(queue, refuse, ignore)).toBe('signed_out')
    expect(createHandOutQueue('m.b', device).list()).toEqual([])
    expect(queue.list()).toHaveLength(1)
  })
})

it('works where the browser denies its storage', () => {
  const denied = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const queue = createHandOutQueue('m.denied', deviceStorage)
  queue.put(press('1'))
  expect(queue.list()).toHaveLength(1)
  queue.dismiss('1')
  denied.mockRestore()
})
