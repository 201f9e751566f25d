import { stockDisagreements } from '../../../src/server/testing/stock-disagreements.ts'
import { counted } from '../counted-product.ts'
import { burstSize, mustOnlyAnswer, type Scenario, shuffled, times } from '../scenario.ts'
import { call, createOrder, newGuest } from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'

const pieces = 3
const onHand = 10

const returned: Scenario = {
  name: 'goods asked for, withdrawn, taken back, counted, recorded by hand and paid back at once',
  ids: 'RET-01 RET-03 I2',
  weight: 4,
  async run(round) {
    const { harness, random } = round
    const shopper = newGuest(random)
    const product = await counted(harness, onHand)
    const id = await createOrder(harness, shopper, product, pieces)
    await harness.call(call('POST', `/pay/${id}`, shopper))
    await harness.call(harness.admin('POST', `/order/${id}/parcel`, { carrier: 'tcat' }))
    const [line] = await harness.query<{ id: string }>(
      'select id from order_lines where order_id = $1',
      [id],
    )
    const line_id = line?.id ?? ''
    const lines = [{ line_id, qty: 1 }]
    const ids: string[] = []
    for (const _ of [1, 2]) {
      const asked = call('POST', `/order/${id}/returns`, shopper, { lines })
      ids.push(String((await harness.call(asked)).return_id))
    }
    const judged = { lines: [{ line_id, to_stock: 1, written_off: 0 }] }
    const byHand = { reason: '門市', refund: 100, lines: [{ line_id, qty: 1, to_stock: true }] }
    const requests = times(burstSize, (index) => {
      const of = ids[index % ids.length] ?? ''
      switch (index % 6) {
        case 0:
          return call('POST', `/order/${id}/returns`, shopper, { lines })
        case 1:
          return call('POST', `/order/${id}/returns/${of}/withdraw`, shopper)
        case 2:
          return harness.admin('POST', `/return/${of}/receive`, judged)
        case 3:
          return harness.admin('POST', `/return/${of}/judge`, judged)
        case 4:
          return harness.admin('POST', `/order/${id}/return`, byHand)
        default:
          return harness.admin('POST', `/return/${of}/refund`, {})
      }
    })
    const replies = await round.burst(shuffled(random, requests))
    mustOnlyAnswer(replies, [200, 400, 409])
    const [stored] = await harness.query<{
      back: number
      counted: number
      refunded: number
      decided: number
      onHand: number
    }>(
      `select
         (select coalesce(sum((line ->> 'qty')::int), 0)::int from order_events,
            jsonb_array_elements(detail -> 'lines') as line
          where order_id = $1 and kind = 'returned') as back,
         (select coalesce(sum(line.to_stock + line.written_off), 0)::int from return_lines as line
            join return_cases as one on one.id = line.case_id where one.order_id = $1) as counted,
         (select coalesce(sum(amount), 0)::int from refunds where order_id = $1) as refunded,
         (select coalesce(sum(refund), 0)::int from return_cases where order_id = $1) as decided,
         (select on_hand from stock where product_id = $2) as "onHand"`,
      [id, product.id],
    )
    must(stored !== undefined, 'the order is gone')
    const { back, refunded } = stored
    must(back <= pieces, `${back} of ${pieces} pieces came back`)
    mustEqual(stored.counted, back, 'pieces that were counted, and those that are recorded')
    mustEqual(stored.onHand, onHand - pieces + back, 'on hand after what came back')
    mustEqual(refunded, stored.decided, 'what is refunded, and what was decided')
    must(refunded <= pieces * 100, `${refunded} refunded of ${pieces * 100}`)
    mustEqual(await harness.query(stockDisagreements), [], 'stock that does not agree')
  },
}

export const returnScenarios = [returned]
