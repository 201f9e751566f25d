import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import * as schema from '#contract/invoice-checks.schema.ts'
import { invoiceCheckApi } from '#contract/invoice-checks.ts'
import { toLoveCode, toMobileBarcode, toTaxId } from '#contract/invoice-choice.ts'
import type { Config } from '../../config.ts'
import { pauseGateway, readPause, takeQuerySlot } from '../../ecpay/pace.queries.ts'
import type { Mount } from '../../http/mount.ts'
import { rateLimitOf } from '../../limits/limit-sizes.ts'
import { consumeOfNetworkOrThrow } from '../../limits/network-limit.ts'
import type { Settings } from '../../settings/settings.ts'
import type { CheckResult, CompanyResult, InvoiceProvider } from '../provider/invoice-provider.ts'
import type { Invoices } from './create-invoices.ts'
import { invoicePace } from './pace.ts'

interface InvoiceCheckDeps {
  config: Config
  db: NodePgDatabase
  settings: Pick<Settings, 'get'>
  invoices: Pick<Invoices, 'current'>
}

/** Asks the ministry through the provider; whatever is no answer says nothing. */
export function invoiceCheckRoutes(mount: Mount, deps: InvoiceCheckDeps): void {
  const { config, db, settings, invoices } = deps
  const limit = { network: rateLimitOf(config.limits, 'invoice-check.network') }

  mount(invoiceCheckApi.check, schema.check, async ({ query }, { request }) => {
    const ask = settings.get().invoice.mode === 'on' ? toQuestion(query) : undefined
    if (!ask) return {}
    await consumeOfNetworkOrThrow(db, limit, request.ip)
    if ((await readPause(db, invoicePace)) > 0) return {}
    if (!(await takeQuerySlot(db, invoicePace))) return {}
    const answer = await ask(invoices.current())
    if (answer.type === 'stopped') await pauseGateway(db, invoicePace)
    if (answer.type === 'company') return { is_known: true, name: answer.name }
    if (answer.type === 'exists') return { is_known: true }
    return answer.type === 'missing' ? { is_known: false } : {}
  })
}

type Question = (provider: InvoiceProvider) => Promise<CheckResult | CompanyResult>

/** Undefined for what has not the right form, which the page has said by itself. */
function toQuestion(query: Static<typeof schema.check.query>): Question | undefined {
  const { mobile = '', love_code = '', tax_id = '' } = query
  const barcode = toMobileBarcode(mobile)
  if (barcode !== undefined) return (provider) => provider.checkMobileBarcode(barcode)
  const code = toLoveCode(love_code)
  if (code !== undefined) return (provider) => provider.checkLoveCode(code)
  const taxId = toTaxId(tax_id)
  return taxId === undefined ? undefined : (provider) => provider.findCompany(taxId)
}
