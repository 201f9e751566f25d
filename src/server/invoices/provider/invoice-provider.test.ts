import { expect, it } from 'vitest'
import { startGateway } from '../../../../gateway/start-gateway.ts'
import { publishedInvoices } from '../../config-invoices.ts'
import {
  callAll,
  describeInvoiceProviderContract,
} from '../../testing/invoices/invoice-provider-contract.ts'
import { createEcpayInvoices } from './ecpay/ecpay-invoices.ts'
import { noInvoices } from './no-invoices.ts'

const account = {
  merchantId: publishedInvoices.ECPAY_INVOICE_MERCHANT_ID,
  hashKey: publishedInvoices.ECPAY_INVOICE_HASH_KEY,
  hashIv: publishedInvoices.ECPAY_INVOICE_HASH_IV,
  isTrial: true,
}

describeInvoiceProviderContract('of ECPay', async () => {
  const running = await startGateway()
  const { gateway, address: url } = running
  return {
    provider: createEcpayInvoices({ ...account, url }),
    now: gateway.clock.now,
    moveTo: gateway.clock.moveTo,
    async leaveNumbers(left) {
      await fetch(`${url}/invoices/numbers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ left }),
      })
    },
    loseAnswers(areLost) {
      gateway.settings.invoiceFault = areLost ? 'lost' : 'none'
    },
    ministryAnswers(answers) {
      gateway.settings.ministryAnswers = answers
    },
    goAway: running.refuseConnections,
    close: running.close,
  }
})

it('a shop without a provider is refused each call, in words', async () => {
  const invoice = { invoiceNumber: 'AA10000000', issuedAt: new Date() }
  expect(noInvoices.issues).toBe(false)
  for (const answer of await callAll(noInvoices, invoice)) {
    expect(answer).toMatchObject({ type: 'refused', reason: expect.stringMatching(/電子發票/) })
  }
})
