import type { Static } from 'typebox'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import * as schema from '#contract/connections.schema.ts'
import { connectionsApi, type InvoiceAccountValues } from '#contract/connections.ts'
import { updateInvoice } from '#contract/settings.schema.ts'
import type { Config } from '../../config.ts'
import {
  type InvoiceAccount,
  invoicesUrl,
  isPublished,
  keyLength,
  publishedInvoices,
} from '../../config-invoices.ts'
import { transaction } from '../../db/transaction.ts'
import { pauseGateway, readPause, takeQuerySlot } from '../../ecpay/pace.queries.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { fieldError } from '../../input/coerced-values.ts'
import {
  beginTest,
  type ConnectionDeps,
  changeConnection,
  withAccount,
} from '../../settings/change-connection.ts'
import { type Connections, readConnections } from '../../settings/connections.ts'
import { ecpayToWire, findEcpayAccount, typedEcpayAccount } from '../../settings/ecpay-accounts.ts'
import { readSettingGroup, readSettings } from '../../settings/settings.queries.ts'
import { createEcpayInvoices } from '../provider/ecpay/ecpay-invoices.ts'
import { explainInvoiceFailure } from '../provider/explain-failure.ts'
import type { Invoices } from './create-invoices.ts'
import { invoicePace } from './pace.ts'

interface InvoiceSettingDeps extends ConnectionDeps {
  invoices: Pick<Invoices, 'current'>
}

type Typed = Static<typeof schema.testInvoiceAccount.data>
type Known = Connections['invoice_account']

/** The issuer of invoices: read without the keys, changed, and tried by a question without effect. */
export function invoiceSettingRoutes(mount: Mount, deps: InvoiceSettingDeps): void {
  const { config, db, settings, secretBox, invoices } = deps
  const read = async () => toWire(config, (await readConnections(db, secretBox)).invoice_account)

  mount(connectionsApi.readInvoiceAccount, schema.readInvoiceAccount, async () => ({
    account: await read(),
  }))

  mount(
    connectionsApi.updateInvoiceAccount,
    schema.updateInvoiceAccount,
    async ({ data }, { actor }) => {
      assertFree(config, data.values)
      const { version, values } = data
      const change = { group: 'invoice_account', version } as const
      await changeConnection(deps, actor, change, async (known, tx) => {
        if (values.provider !== 'ecpay') {
          const { mode } = await readSettingGroup(tx, 'invoice')
          if (mode === 'on') throw new ShopError('INVOICES_ON')
          return { values }
        }
        const account = accountOf(data, known)
        assertMayIssue(account)
        // Those of other merchants stay for the invoices that they issued.
        const same = ['merchantId', 'isTrial'] as const
        return { values, secrets: { accounts: withAccount(known.secrets, account, same) } }
      })
      await settings.refresh()
      return { message: '已更新設定', account: await read() }
    },
  )

  mount(
    connectionsApi.testInvoiceAccount,
    schema.testInvoiceAccount,
    async ({ data }, { actor }) => {
      const account = await beginTest(deps, actor, {
        group: 'invoice_account',
        action: 'setting.test_invoices',
        limit: 'admin.invoice-tests',
        accountOf: (known) => accountOf(data, known),
      })
      const { left } = await askNumbers(deps, account)
      const accepted = account.isTrial ? '綠界測試環境接受這組金鑰' : '綠界電子發票接受這組金鑰'
      const numbers =
        left === 0 ? '但本期沒有可用的發票號碼，請先在綠界後台設定字軌' : `本期還有 ${left} 個號碼`
      return { message: `${accepted}，${numbers}` }
    },
  )

  mount(adminSettingsApi.updateInvoice, updateInvoice, async ({ data }, { actor }) => {
    // Another node may have saved the account a moment ago.
    await settings.refresh()
    if (data.values.mode === 'on' && !invoices.current().issues) {
      throw new ShopError('INVOICE_ACCOUNT_MISSING')
    }
    await transaction(db, async (tx) => {
      const known = await readSettingGroup(tx, 'invoice')
      const begun = known.mode === 'on' ? known.since : Math.floor(Date.now() / 1_000)
      const { since: _, ...values } = data.values
      const since = values.mode === 'on' && begun !== undefined && { since: begun }
      await settings.update(tx, actor, {
        group: 'invoice',
        ...data,
        values: { ...values, ...since },
      })
    })
    await settings.refresh()
    return { message: '已更新設定', settings: await readSettings(db) }
  })
}

/** The environment wins: its account is shown as it is used, its keys by nothing. */
function toWire({ invoices: { account: own } }: Pick<Config, 'invoices'>, known: Known) {
  const values: InvoiceAccountValues = own
    ? { provider: 'ecpay', is_trial: own.isTrial, merchant_id: own.merchantId }
    : known.values
  return ecpayToWire(known, { values, fixed: own ? ['ECPAY_INVOICE_MERCHANT_ID'] : [] })
}

function assertFree(
  { invoices: { account, isOff } }: Pick<Config, 'invoices'>,
  { provider }: InvoiceAccountValues,
): void {
  if (account) {
    const message =
      '帳號由主機的環境變數 ECPAY_INVOICE_MERCHANT_ID 或 PAYMENTS 決定，無法在這裡變更'
    throw new ShopError('SETTING_FIXED', { message })
  }
  if (isOff && provider !== 'none') {
    const message = '主機以展示付款執行（環境變數 PAYMENTS），不開立電子發票'
    throw new ShopError('SETTING_FIXED', { message })
  }
}

/** Typed keys, or the stored ones of the same account, or those that ECPay publishes for its stage. */
function accountOf(typed: Typed, { secrets }: Known): InvoiceAccount {
  const { merchant_id: merchantId, is_trial: isTrial } = typed.values
  const published = isTrial && isPublished({ merchantId }) ? publishedKeys : undefined
  return typedEcpayAccount(typed, findEcpayAccount(secrets, typed.values) ?? published, keyLength)
}

const publishedKeys = {
  hashKey: publishedInvoices.ECPAY_INVOICE_HASH_KEY,
  hashIv: publishedInvoices.ECPAY_INVOICE_HASH_IV,
}

function assertMayIssue(account: InvoiceAccount): void {
  if (account.isTrial || !isPublished(account)) return
  throw fieldError('merchant_id', '這是綠界公開的測試帳號，正式開立請填寫自己的特店編號')
}

/** An answer proves the keys. */
async function askNumbers(
  { config, db }: InvoiceSettingDeps,
  account: InvoiceAccount,
): Promise<{ left: number }> {
  const paused = await readPause(db, invoicePace)
  if (paused > 0) throw failed(`綠界電子發票暫停了服務，請 ${Math.ceil(paused / 60)} 分鐘後再試`)
  if (!(await takeQuerySlot(db, invoicePace))) {
    throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: 1 })
  }
  const url = invoicesUrl(config.invoices, account)
  const answer = await createEcpayInvoices({ ...account, url }).numbersLeft(new Date())
  if (answer.type === 'numbers') return answer
  if (answer.type === 'stopped') await pauseGateway(db, invoicePace)
  const words = explainInvoiceFailure(answer)
  if (answer.type !== 'refused') throw failed(words)
  if (answer.cause === 'clock') throw failed(`主機的時間不正確，請校正後再試（${words}）`)
  const hint = '請檢查特店編號、HashKey、HashIV，以及測試或正式環境'
  throw failed(`綠界不接受這組金鑰，${hint}（${words}）`)
}

const failed = (message: string) => new ShopError('INVOICE_TEST_FAILED', { message })
