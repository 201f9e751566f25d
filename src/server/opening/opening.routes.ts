import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/opening.schema.ts'
import { type OpeningState, openingApi } from '#contract/opening.ts'
import { defaultShop, type ShopSettings } from '#contract/settings.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import { type DemoState, readDemoState } from '../db/demo-rows.ts'
import { transaction } from '../db/transaction.ts'
import { accountOf } from '../http/actor.ts'
import type { Mount } from '../http/mount.ts'
import { hasMailServer } from '../mail/mail-server.ts'
import { methodsFor } from '../payments/paying/offered-methods.ts'
import type { CurrentProviders, PaymentProviders } from '../payments/payment-providers.ts'
import { readSettings } from '../settings/settings.queries.ts'
import type { Settings } from '../settings/settings.ts'
import { isPutAway, type OpeningFacts, readOpeningFacts, writePutAway } from './opening.queries.ts'

interface OpeningDeps {
  db: NodePgDatabase
  config: Config
  settings: Settings
  paymentProviders: PaymentProviders
}

export function openingRoutes(mount: Mount, deps: OpeningDeps): void {
  const { db, config } = deps

  mount(openingApi.read, schema.read, async (_, { actor }) => {
    const [settings, facts, demo, isAway] = await Promise.all([
      readSettings(db),
      readOpeningFacts(db),
      readDemoState(db),
      actor.kind === 'admin' && isPutAway(db, actor.id),
    ])
    const sendsMail = hasMailServer(config, deps.settings.connections())
    const payment = paymentState(deps.paymentProviders.current(), settings)
    const steps = stepsOf(config, { settings, facts, demo, payment, sendsMail })
    return { steps, is_put_away: isAway }
  })

  mount(openingApi.putAway, schema.putAway, async ({ data }, { actor }) => {
    const account = accountOf(actor)
    const { id } = account
    const hidesOpening = data.is_put_away
    await transaction(db, async (tx) => {
      const changed = await writePutAway(tx, { uid: id, hidesOpening })
      if (!changed) return
      await recordAudit(tx, account, {
        action: 'account.update',
        subject: { kind: 'administrator', id, title: changed.username },
        before: { hidesOpening: !hidesOpening },
        after: { hidesOpening },
      })
    })
    return { message: hidesOpening ? '已收起，可從選單的「開店準備」再打開' : '已放回今日總覽' }
  })
}

interface Known {
  settings: Awaited<ReturnType<typeof readSettings>>
  facts: OpeningFacts
  demo: DemoState
  payment: { is_done: boolean; detail?: string }
  sendsMail: boolean
}

/** Facts of the shop that its shoppers need and are missing, and those that are still the demo's. */
function ownerState(shop: ShopSettings): { is_done: boolean; detail?: string } {
  const { email, phone, address, legal_name, person, repository_url, demo_url } = shop
  const missing = [
    ...(legal_name || person ? [] : ['公司名稱或負責人']),
    ...(address ? [] : ['地址']),
    ...(phone ? [] : ['聯絡電話']),
    ...(email ? [] : ['聯絡信箱']),
  ]
  const ofDemo = [
    ...(phone === defaultShop.phone ? ['聯絡電話'] : []),
    ...(email === defaultShop.email ? ['聯絡信箱'] : []),
    ...(repository_url === defaultShop.repository_url ? ['程式碼網址'] : []),
    ...(demo_url === defaultShop.demo_url ? ['展示網址'] : []),
    ...(shop.is_portfolio ? ['展示聲明'] : []),
  ]
  const details = [
    ...(missing.length > 0 ? [`還沒有${missing.join('、')}`] : []),
    ...(ofDemo.length > 0 ? [`還是示範的${ofDemo.join('、')}`] : []),
  ]
  if (details.length === 0) return { is_done: true }
  return { is_done: false, detail: details.join('；') }
}

/** A value that every shop begins with counts as not done. */
function stepsOf(
  config: Config,
  { settings, facts, demo, payment, sendsMail }: Known,
): OpeningState['steps'] {
  const shop = settings.shop.values
  const steps: OpeningState['steps'] = [
    { id: 'name', is_done: shop.name !== defaultShop.name },
    { id: 'owner', ...ownerState(shop) },
    { id: 'product', is_done: facts.hasProduct },
    { id: 'shipping', is_done: settings.shipping.version > 0 },
    { id: 'payment', ...payment },
    { id: 'mail', is_done: sendsMail },
    { id: 'address', is_done: config.publicUrl?.startsWith('https:') ?? false },
    { id: 'policies', is_done: facts.hasPolicy },
    { id: 'brand', is_done: settings.brand.version > 0, is_optional: true },
    { id: 'home', is_done: settings.home.version > 0, is_optional: true },
    { id: 'pages', is_done: facts.hasPage, is_optional: true },
    { id: 'group', is_done: facts.hasCampaign, is_optional: true },
    { id: 'backup', is_done: settings.backup.version > 0, is_optional: true },
    { id: 'staff', is_done: facts.hasStaff, is_optional: true },
  ]
  steps.push({ id: 'open', is_done: shop.is_closed !== true })
  if (demo.isLoaded) steps.splice(2, 0, { id: 'demo', is_done: demo.isCleared })
  return steps
}

function paymentState(providers: CurrentProviders, settings: Known['settings']): Known['payment'] {
  const { atOnce, hasGateway, isTrial, methods } = providers
  if (atOnce) return { is_done: false, detail: '目前是展示付款，不會收到任何款項' }
  if (!hasGateway) {
    if (methodsFor(providers, settings, { chargeKind: 'charge' }).length > 0)
      return { is_done: true }
    return { is_done: false, detail: '還沒有可用的付款方式，顧客無法付款' }
  }
  if (isTrial) return { is_done: false, detail: '目前是金流的測試環境，不會收到真正的款項' }
  if (methods.length > 0) return { is_done: true }
  return { is_done: false, detail: '保存的金鑰無法讀取，暫時無法收款' }
}
