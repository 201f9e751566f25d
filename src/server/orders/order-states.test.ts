import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { orderStates } from '#contract/order-states.ts'
import { nextState, orderEventRules, orderTransitionEvents } from './order-states.ts'

/** `=` is as if done, `x` refused; the columns are those of `columns`. */
const columns = [
  ...['pay', 'record_payment', 'withdraw_payment', 'prepare', 'ship_part', 'ship_rest'],
  'close_rest',
  ...['deliver', 'complete', 'cancel', 'cancel_by_owner', 'expire', 'return'],
  ...['undo_to_paid', 'undo_to_preparing', 'undo_to_shipped'],
]
const table: Record<string, string> = {
  placed: 'paid paid = x x x x x x cancelled cancelled cancelled x x x x',
  paid: '= = placed preparing preparing shipped x x x cancelled cancelled = x x x x',
  preparing: '= = x = preparing shipped shipped x x x cancelled = x paid x x',
  shipped: '= = x x x = x delivered x x x = returned paid preparing x',
  delivered: '= = x x x = x = completed x x = returned x x shipped',
  completed: '= = x x x = x = = x x = returned x x x',
  cancelled: 'x x x x x x x x x = = = x x x x',
  returned: 'x x x x x x x x x x x = = x x x',
}

function outcomeOf(move: () => string): string {
  try {
    return move()
  } catch {
    return 'x'
  }
}

describe('the states of an order', () => {
  it('(ORDERLIFE-01) lead where the table says, for every pair of state and event', () => {
    expect([...orderTransitionEvents].sort()).toEqual([...columns].sort())
    for (const state of orderStates) {
      const actual = orderTransitionEvents.map((event) => {
        const actor = `${orderEventRules[event].who[0]}:somebody`
        const outcome = outcomeOf(() => nextState({ state }, event, actor))
        const shown = outcome === state && event !== 'ship_part' ? '=' : outcome
        return [event, shown] as const
      })
      const expected = table[state]?.split(' ') ?? []
      expect([state, Object.fromEntries(actual)]).toEqual([
        state,
        Object.fromEntries(columns.map((event, index) => [event, expected[index]])),
      ])
    }
  })

  it('are changed by the actors of an event alone', () => {
    for (const event of orderTransitionEvents) {
      for (const kind of ['m', 'g', 'a', 's'] as const) {
        const move = () => nextState({ state: 'paid' }, event, `${kind}:somebody`)
        if (!orderEventRules[event].who.includes(kind)) expect(move).toThrow('is not for')
      }
    }
    expect(() => nextState({ state: 'placed' }, 'pay', 'a:somebody')).toThrow('is not for')
    expect(() => nextState({ state: 'placed' }, 'record_payment', 'm:somebody')).toThrow(
      'is not for',
    )
  })

  it('(ORDERLIFE-02) name themselves in a refusal', () => {
    expect(() => nextState({ state: 'cancelled' }, 'prepare', 'a:1')).toThrow(
      '訂單目前為「已取消」，無法開始備貨',
    )
    expect(() => nextState({ state: 'preparing' }, 'cancel', 'm:1')).toThrow(
      '訂單已進入備貨或出貨，無法自行取消，請與我們聯絡',
    )
  })
})

it('tells no event that nobody hears (MEND-18)', () => {
  const read = (path: string) => readFileSync(path, 'utf8')
  const declared = read('src/server/orders/order-events.ts').matchAll(/type: '(orders?\.\w+)'/g)
  const types = [...declared].flatMap(([, type]) => type ?? [])
  const sources = globSync(
    'src/server/{orders,payments,campaigns,stock,coupons,customers,invoices}/**/*.ts',
    {
      exclude: (path) => path.endsWith('.test.ts'),
    },
  )
    .concat('src/server/order-subscribers.ts')
    .map(read)
  const isHeard = (type: string) => {
    const hearing = new RegExp(`(case |[!=]== )'${type}'|^ *'${type}'(: |,$)`, 'm')
    return sources.some((source) => hearing.test(source))
  }
  expect(types.length).toBeGreaterThan(9)
  expect(types.filter((type) => !isHeard(type))).toEqual([])
})
