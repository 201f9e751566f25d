import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceChoice } from '#contract/invoice-choice.ts'
import { type InvoiceLine, type InvoiceTaxType, invoiceLinesOf } from '#contract/invoice-lines.ts'
import { createTradeNumber } from '../../ecpay/trade-number.ts'
import type {
  InvoiceProvider,
  KnownInvoice,
  NewAllowance,
  NewInvoice,
} from '../../invoices/provider/invoice-provider.ts'

/** A provider over a service that runs on this machine. */
export interface InvoiceWorld {
  provider: InvoiceProvider
  /** The time of the service. */
  now(): Date
  /** Moves the clock of the service forward. */
  moveTo(at: Date): Promise<void>
  /** Numbers that the period of now has left from now on. */
  leaveNumbers(left: number): Promise<void>
  /** From now on the service does what it is asked, and its answers are lost. */
  loseAnswers(areLost: boolean): void
  /** Whether the ministry answers the service. */
  ministryAnswers(answers: boolean): void
  /** From now on nobody listens there. */
  goAway(): Promise<void>
  close(): Promise<void>
}

const buyer = {
  address: '臺北市南港區三重路19之2號',
  email: 'ming@shop.example',
  phone: '0912345678',
}
const choices: InvoiceChoice[] = [
  { kind: 'person', carrier: 'member' },
  { kind: 'person', carrier: 'mobile', carrierNumber: '/ABC+123' },
  { kind: 'person', carrier: 'citizen', carrierNumber: 'AB12345678901234' },
  { kind: 'company', taxId: '04595257', title: '小農有限公司' },
  { kind: 'company', taxId: '10458570', title: '小農有限公司', mobileBarcode: '/ABC+123' },
  { kind: 'donation', loveCode: '0123' },
]
const line = (amount: number, changes: Partial<InvoiceLine> = {}): InvoiceLine => {
  return { title: '青瓷杯', qty: 1, unit: '件', amount, taxType: 'taxed', ...changes }
}
const aDay = 24 * 60 * 60_000

const newInvoice = (changes: Partial<NewInvoice> = {}): NewInvoice => {
  const lines = [line(780), line(60, { title: '運費', unit: '' })]
  const choice: InvoiceChoice = { kind: 'person', carrier: 'member' }
  return { number: createTradeNumber(), choice, buyer, amount: 840, lines, ...changes }
}
const back = (invoice: KnownInvoice, amount: number): NewAllowance => {
  return { invoice, amount, lines: [line(amount)], email: buyer.email }
}

/** One of each call. */
export async function callAll(provider: InvoiceProvider, invoice: KnownInvoice) {
  return [
    await provider.issue(newInvoice()),
    await provider.find(newInvoice()),
    await provider.void(invoice, '退貨'),
    await provider.allow(back(invoice, 1)),
    await provider.listAllowances(invoice),
    await provider.voidAllowance({ ...invoice, number: '2026112012001234' }, '誤開'),
    await provider.numbersLeft(invoice.issuedAt),
    await provider.checkMobileBarcode('/ABC+123'),
    await provider.checkLoveCode('168001'),
    await provider.findCompany('04595257'),
  ]
}

/** Holds for every provider that issues invoices. */
export function describeInvoiceProviderContract(
  name: string,
  openWorld: () => Promise<InvoiceWorld>,
): void {
  describe(`the provider of invoices ${name}`, () => {
    let world: InvoiceWorld
    let provider: InvoiceProvider
    beforeAll(async () => {
      world = await openWorld()
      provider = world.provider
    })
    afterAll(() => world.close())

    /** An invoice that was issued. */
    async function issued(changes: Partial<NewInvoice> = {}) {
      const asked = newInvoice(changes)
      const answer = await provider.issue(asked)
      if (answer.type !== 'issued') throw new Error(JSON.stringify(answer))
      return { asked, invoice: answer.invoice }
    }
    async function found(asked: NewInvoice) {
      const answer = await provider.find(asked)
      if (answer.type !== 'found') throw new Error(JSON.stringify(answer))
      return answer.invoice
    }
    async function allowancesOf(invoice: KnownInvoice) {
      const answer = await provider.listAllowances(invoice)
      if (answer.type !== 'allowances') throw new Error(JSON.stringify(answer))
      return answer.allowances
    }
    async function losing<Answer>(call: () => Promise<Answer>): Promise<Answer> {
      world.loseAnswers(true)
      const answer = await call()
      world.loseAnswers(false)
      return answer
    }

    it('has a name that invoices keep', () => {
      expect(provider.name).toMatch(/^[a-z][a-z0-9]{1,19}$/)
      expect(provider.issues).toBe(true)
    })

    it('issues an invoice for each choice of a shopper, and finds it (INV-E-01)', async () => {
      const numbers = new Set<string>()
      for (const choice of choices) {
        const { asked, invoice } = await issued({ choice })
        numbers.add(invoice.invoiceNumber)
        expect(invoice.invoiceNumber).toMatch(/^[A-Z]{2}\d{8}$/)
        expect(invoice.randomNumber).toMatch(/^\d{4}$/)
        expect(Math.abs(invoice.issuedAt.getTime() - world.now().getTime())).toBeLessThan(aDay)
        expect(await found(asked)).toEqual({
          ...invoice,
          amount: 840,
          isVoid: false,
          remaining: 840,
        })
      }
      expect(numbers.size).toBe(choices.length)
    })

    it('goes without an e-mail address where there is a telephone', async () => {
      const phone = '0912-345-678'
      expect((await issued({ buyer: { ...buyer, email: '', phone } })).invoice).toBeDefined()
    })

    it('takes the lines of any order: odd prices, gifts, discounts and taxes (INV-E-02)', async () => {
      const good = (finalHundredths: number, qty: number, taxType: InvoiceTaxType = 'taxed') => {
        return { title: '青瓷杯（大）& "小"', unit: '件', qty, finalHundredths, taxType }
      }
      const orders = [
        { lines: [good(100_000, 7), good(0, 1), good(33_333, 3)], fee: 60, total: 1_393 },
        { lines: [good(99_999, 9_999)], fee: 0, total: 1_000 },
        { lines: [good(10_000, 3, 'free')], fee: 0, total: 100 },
        { lines: [good(10_000, 3, 'free'), good(10_000, 1)], fee: 60, total: 260 },
        { lines: [good(10_000, 3, 'zero'), good(10_000, 1)], fee: 60, total: 259 },
        { lines: [good(100, 1)], fee: 100, total: 1 },
      ]
      for (const order of orders) {
        const lines = invoiceLinesOf({ ...order, feeTaxType: 'taxed' })
        const zeroRate = { ground: '71', byCustoms: true }
        const { asked } = await issued({ amount: order.total, lines, zeroRate })
        expect((await found(asked)).amount).toBe(order.total)
      }
    })

    it('refuses what makes no invoice, in words, and has none of it (INV-E-02)', async () => {
      const zero = line(840, { taxType: 'zero' })
      const refused: Partial<NewInvoice>[] = [
        { amount: 841 },
        { amount: 0, lines: [line(0)] },
        { amount: -1, lines: [line(-1)] },
        { lines: [] },
        { lines: [zero] },
        {
          lines: [zero, line(0, { taxType: 'free' })],
          zeroRate: { ground: '71', byCustoms: true },
        },
        { choice: { kind: 'person', carrier: 'mobile', carrierNumber: '/abc' } },
        { choice: { kind: 'company', taxId: '12345678', title: '小農' } },
        { buyer: { ...buyer, email: '', phone: '' } },
      ]
      for (const changes of refused) {
        const asked = newInvoice(changes)
        const answer = await provider.issue(asked)
        expect(answer).toMatchObject({ type: 'refused', cause: 'data' })
        expect(answer).toHaveProperty('reason', expect.stringMatching(/\p{Script=Han}/u))
        expect((await provider.find(asked)).type).toBe('none')
      }
    })

    it('makes one invoice of a number, however often it is asked for it', async () => {
      const { asked, invoice } = await issued()
      expect(await provider.issue(asked)).toMatchObject({ type: 'refused', cause: 'used' })
      expect(await found(asked)).toMatchObject(invoice)
      const both = newInvoice()
      const answers = await Promise.all([provider.issue(both), provider.issue(both)])
      expect(answers.map(({ type }) => type).toSorted()).toEqual(['issued', 'refused'])
    })

    it('finds an invoice whose answer was lost, and believes no other amount', async () => {
      const asked = newInvoice()
      expect((await provider.find(asked)).type).toBe('none')
      expect((await losing(() => provider.issue(asked))).type).toBe('unknown')
      expect((await found(asked)).amount).toBe(840)
      expect((await provider.find({ ...asked, amount: 841 })).type).toBe('unknown')
      expect((await provider.issue(asked)).type).toBe('refused')
    })

    it('gives back in parts, never more than there is, and lists what it gave (INV-E-02)', async () => {
      const { asked, invoice } = await issued()
      expect(await allowancesOf(invoice)).toEqual([])
      const first = await provider.allow(back(invoice, 500))
      if (first.type !== 'allowed') throw new Error(JSON.stringify(first))
      expect(first.remaining).toBe(340)
      expect((await provider.allow(back(invoice, 341))).type).toBe('refused')
      expect((await provider.allow({ ...back(invoice, 300), amount: 299 })).type).toBe('refused')
      expect((await losing(() => provider.allow(back(invoice, 340)))).type).toBe('unknown')
      const known = await allowancesOf(invoice)
      expect(known.map(({ amount, isVoid }) => [amount, isVoid])).toEqual([
        [500, false],
        [340, false],
      ])
      expect(known[0]).toMatchObject({ number: first.number, at: first.at })
      expect((await found(asked)).remaining).toBe(0)
      const undone = { ...invoice, number: first.number }
      expect((await losing(() => provider.voidAllowance(undone, '誤開'))).type).toBe('unknown')
      expect((await allowancesOf(invoice)).map(({ isVoid }) => isVoid)).toEqual([true, false])
      expect((await found(asked)).remaining).toBe(500)
    })

    it('makes an invoice void once its allowances are, and says so twice', async () => {
      const { asked, invoice } = await issued()
      const allowed = await provider.allow(back(invoice, 40))
      if (allowed.type !== 'allowed') throw new Error(JSON.stringify(allowed))
      expect((await provider.void(invoice, '退貨')).type).toBe('refused')
      const done = await provider.voidAllowance({ ...invoice, number: allowed.number }, '誤開')
      expect(done).toEqual({ type: 'done' })
      const long = '整筆訂單退貨並且已全額退款給買受人的理由'
      expect((await losing(() => provider.void(invoice, `${long}很長`))).type).toBe('unknown')
      expect(await provider.void(invoice, long)).toEqual({ type: 'done' })
      expect((await found(asked)).isVoid).toBe(true)
      expect((await provider.allow(back(invoice, 1))).type).toBe('refused')
      const donated = await issued({ choice: { kind: 'donation', loveCode: '168001' } })
      expect((await provider.void(donated.invoice, '退貨')).type).toBe('refused')
    })

    it('says how many numbers are left, and refuses when there is none', async () => {
      const left = async () => {
        const answer = await provider.numbersLeft(world.now())
        return answer.type === 'numbers' ? answer.left : answer
      }
      await world.leaveNumbers(3)
      expect(await left()).toBe(3)
      for (const after of [2, 1, 0]) {
        await issued()
        expect(await left()).toBe(after)
      }
      const asked = newInvoice()
      expect(await provider.issue(asked)).toMatchObject({ type: 'refused', cause: 'data' })
      expect((await provider.find(asked)).type).toBe('none')
      await world.leaveNumbers(100)
      expect((await provider.issue(asked)).type).toBe('issued')
    })

    it('knows barcodes, love codes and companies, or says nothing of them', async () => {
      expect(await provider.checkMobileBarcode('/ABC+123')).toEqual({ type: 'exists' })
      expect(await provider.checkLoveCode('0123')).toEqual({ type: 'exists' })
      const company = await provider.findCompany('04595257')
      expect(company).toMatchObject({ type: 'company', name: expect.stringMatching(/./) })
      world.ministryAnswers(false)
      for (const answer of [
        await provider.checkMobileBarcode('/ABC+123'),
        await provider.checkLoveCode('0123'),
      ]) {
        expect(['exists', 'missing']).not.toContain(answer.type)
      }
      world.ministryAnswers(true)
    })

    // The clock of the service goes forward alone: from here on it is later there.
    it('makes nothing void once its period was declared, and gives back then (INV-E-04)', async () => {
      const { invoice } = await issued()
      const allowed = await provider.allow(back(invoice, 40))
      if (allowed.type !== 'allowed') throw new Error(JSON.stringify(allowed))
      const other = await issued()
      await world.moveTo(new Date(world.now().getTime() + 80 * aDay))
      expect((await provider.void(other.invoice, '退貨')).type).toBe('refused')
      const late = { ...invoice, number: allowed.number }
      expect((await provider.voidAllowance(late, '誤開')).type).toBe('refused')
      expect(await provider.allow(back(other.invoice, 840))).toMatchObject({ remaining: 0 })
    })

    it('says so when nobody answers, and throws nothing', async () => {
      const { invoice } = await issued()
      await world.goAway()
      for (const { type } of await callAll(provider, invoice)) {
        expect(['unreachable', 'unknown']).toContain(type)
      }
    })
  })
}
