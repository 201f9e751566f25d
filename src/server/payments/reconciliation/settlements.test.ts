import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Settlement, SettlementLine } from '#contract/reconciliation.ts'
import { openTryOutShop, type TryOutShop } from '../../testing/doubles/try-out-shop.ts'
import { turnsDuring } from '../../testing/event-loop-turns.ts'
import { uploadSettlement } from '../../testing/payments/upload-settlement.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { readFileLines } from './settlement-file.ts'

let shop: TryOutShop
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openTryOutShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

const headers = '序號,授權單號,授權碼,訂單編號,交易日期,請款日期,交易金額,服務費(%數),撥款金額'
let serial = 0
const lineOf = (tradeNo: string, amount: number | string, fee = 55) =>
  `${++serial},11943076,777777,${tradeNo},${today()} 12:00:00,${today()} 20:15:00,${amount},${fee},1945`
const fileOf = (...lines: string[]) => `${[headers, ...lines].join('\r\n')}\r\n`
const today = () =>
  new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '/')

const upload = (file: string | Buffer, columns?: object) => uploadSettlement(admin, file, columns)

async function linesOf({ id }: Settlement, query = ''): Promise<SettlementLine[]> {
  return (await admin.get(`/admin/settlement/${id}${query}`)).body.lines
}

async function paid() {
  const guest = shop.guest()
  const id = await shop.order(guest)
  const trade = await shop.open(guest, id)
  await shop.act(trade, 'pay')
  return { id, ...trade }
}

const kept = async () =>
  (await shop.rows<{ n: number }>('select count(*)::int as n from settlement_lines'))[0]?.n

describe('a settlement file (RECON-05)', () => {
  it('is matched line by line, with what it lacks', async () => {
    const matched = await paid()
    const refunded = await paid()
    const differs = await paid()
    const lacking = await paid()
    await admin.post(`/admin/order/${refunded.id}/refund`, { amount: 300, reason: '瑕疵' })
    await shop.rows(`update refunds set state = 'done', done_at = now() where order_id = $1`, [
      refunded.id,
    ])
    const file = fileOf(
      lineOf(matched.tradeNo, 2000),
      lineOf(matched.tradeNo, 2000),
      lineOf(refunded.tradeNo, '"2,000"'),
      lineOf(refunded.tradeNo, -300, -8),
      lineOf(differs.tradeNo, 1900),
      lineOf('NOBODYKNOWS', 100),
    )
    const { status, body } = await upload(file)
    expect([status, body.message]).toEqual([200, '已匯入對帳檔'])
    const { data } = body
    expect(data).toMatchObject({ lines: 6, matched: 3, differences: 4, sum: 7700, fees: 267 })
    expect(data.results).toContainEqual({ result: 'matched', count: 3, sum: 3700 })
    const lines = await linesOf(data)
    expect(lines.map(({ result, amount, ours }) => [result, amount, ours])).toEqual([
      ['matched', 2000, 2000],
      ['duplicate', 2000, 2000],
      ['matched', 2000, 2000],
      ['matched', -300, -300],
      ['amount_differs', 1900, 2000],
      ['unknown', 100, undefined],
      ['missing', 0, 2000],
    ])
    expect(lines.at(-1)).toMatchObject({ trade_no: lacking.tradeNo, order_id: lacking.id })
    expect(await linesOf(data, '?result=unknown')).toHaveLength(1)
    const { settlements } = (await admin.get('/admin/settlements')).body
    expect(settlements[0]).toMatchObject({ id: data.id, file_name: '撥款.csv' })

    const again = await upload(fileOf(lineOf(matched.tradeNo, 2000), lineOf(lacking.tradeNo, 2000)))
    expect((await linesOf(again.body.data)).map(({ result }) => result)).toEqual([
      'duplicate',
      'matched',
    ])
    // The line it lacked is in another file.
    expect(await linesOf(data, '?result=missing')).toEqual([])
  })

  it('is imported once, also when it comes twice at once', async () => {
    const file = fileOf(lineOf('TWICE1', 100))
    const answers = await Promise.all([1, 2].map(() => upload(file)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.message).toMatch(/^此檔案已於 \d{4}\/\d{1,2}\/\d{1,2} 匯入$/)
  })

  it('with a day that does not exist is refused with its line (RECON-07)', async () => {
    const { status, body } = await upload(
      fileOf(lineOf('NODAY', 100)).replaceAll(today(), '2026/02/30'),
    )
    expect([status, body.message]).toEqual([400, '第 2 行無法讀取：日期有誤'])
  })

  it('is read as UTF-8 with a BOM and as Big5', async () => {
    const { tradeNo } = await paid()
    const big5 = Buffer.concat([
      // 訂單編號,交易日期,交易金額,服務費(%數)
      Buffer.from(
        'ad71b3e6bd73b8b92ca5e6a9f6a4e9b4c12ca5e6a9f6aaf7c3422caa41b0c8b64f2825bcc6290d0a',
        'hex',
      ),
      Buffer.from(`${tradeNo},${today()},2000,55\r\n`),
    ])
    const answer = await upload(big5)
    expect(answer).toMatchObject({ status: 200, body: { data: { lines: 1, matched: 1 } } })
    const withBom = await upload(`\ufeff${fileOf(lineOf('BOM1', 100))}`)
    expect(withBom).toMatchObject({ status: 200, body: { data: { lines: 1 } } })
  })

  it('of 50,000 lines is taken, one more is not', async () => {
    const many = Array.from({ length: 50_000 }, (_, index) => lineOf(`MANY${index}`, 1))
    expect((await upload(fileOf(...many))).body.data).toMatchObject({ lines: 50_000 })
    const before = await kept()
    const { status, body } = await upload(fileOf(...many, lineOf('ONEMORE', 1)))
    expect([status, body.message]).toEqual([400, '第 50002 行無法讀取：行數過多'])
    expect(await kept()).toBe(before)
  })

  it('of 50,000 lines lets others be answered between its pieces (MEND-63)', async () => {
    const cells = ['MANY1', '100', '3', '2026-11-01']
    const rows = Array.from({ length: 50_000 }, (_, index) => ({ line: index + 2, cells }))
    const names = ['number', 'amount', 'fee', 'day']
    const columns = { trade_no: 'number', amount: 'amount', fee: 'fee', day: 'day' }
    const read = () => readFileLines({ headers: names, rows }, columns)
    expect(await turnsDuring(read)).toBeGreaterThanOrEqual(100)
  })
})

describe('a file that cannot be read (RECON-07, MEND-82)', () => {
  it.each([
    ['an unclosed quote', () => fileOf(lineOf('A1', 1), '1,"2,3'), 3],
    ['a NUL', () => fileOf(lineOf('A1', 1), 'a\0b,c'), 3],
    ['10,000 columns', () => fileOf(lineOf('A1', 1), ','.repeat(9_999)), 3],
    ['a line without an amount', () => fileOf(lineOf('A1', 1), lineOf('A2', '')), 3],
    ['an amount of 1e9', () => fileOf(lineOf('A1', 1), lineOf('A2', '1e9')), 3],
    ['an amount that could be two', () => fileOf(lineOf('A1', 1), lineOf('A2', '"1,28"')), 3],
    ['an amount that is a formula', () => fileOf(lineOf('A1', 1), lineOf('A2', '=1+1')), 3],
    ['a trade number that is none', () => fileOf(lineOf('=cmd', 1)), 2],
    ['text behind a quote', () => fileOf('"1"2,3'), 2],
    [
      'a day that does not exist',
      () => fileOf(lineOf('A1', 1).replaceAll(today(), '2026/13/40')),
      2,
    ],
    ['nothing', () => '', 1],
  ])('with %s is refused by its line, and nothing is kept', async (_, file, line) => {
    const before = await kept()
    const { status, body } = await upload(file())
    expect(status).toBe(400)
    expect(body.message).toMatch(new RegExp(`^第 ${line} 行無法讀取：`))
    expect(await kept()).toBe(before)
  })

  it('is refused by its size', async () => {
    expect((await upload(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).status).toBe(413)
  })
})

describe('the columns of a file (RECON-06)', () => {
  it('are chosen where the headers are not known, and the choice is kept', async () => {
    const own = (amount: number) => `Order,When,Paid\r\nOWN1,2026-11-22,${amount}\r\n`
    const asked = await upload(own(1))
    expect(asked.body).toMatchObject({ success: true, headers: ['Order', 'When', 'Paid'] })
    expect(asked.body.data).toBeUndefined()
    const columns = { trade_no: 'Order', amount: 'Paid', day: 'When' }
    const wrong = await upload(own(1), { ...columns, amount: 'Nothing' })
    expect(wrong.body.message).toBe('第 1 行無法讀取：沒有「Nothing」欄位')
    expect((await upload(own(1), { amount: 1 })).status).toBe(400)
    expect((await upload(own(1), columns)).body.data).toMatchObject({ lines: 1, sum: 1 })
    expect((await upload(own(2))).body.data).toMatchObject({ lines: 1, sum: 2 })
  })
})
