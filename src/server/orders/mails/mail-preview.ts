import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import type { OrderMailKind } from '#contract/order-states.ts'
import * as schema from '#contract/settings.schema.ts'
import { shippingKindLabels } from '#contract/shipping-kinds.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Config } from '../../config.ts'
import { transaction } from '../../db/transaction.ts'
import { accountOf } from '../../http/actor.ts'
import { configuredBaseUrl } from '../../http/base-url.ts'
import type { Mount } from '../../http/mount.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import { consumeOrThrow, type RateLimit } from '../../limits/rate-limit.ts'
import { type MailSender, mailSender } from '../../mail/compose-mail.ts'
import { type MailContent, queueMail } from '../../mail/outbox.ts'
import { assertMailFields } from '../../settings/settings.routes.ts'
import type { Settings } from '../../settings/settings.ts'
import { composeOrderMail, type OrderMailInput } from './order-mail-content.ts'

interface PreviewDeps {
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>
  db: NodePgDatabase
  jobs: JobSender
  settings: Pick<Settings, 'get'>
  /** Where an administrator reads mails. */
  addressOf: (uid: string) => Promise<string>
}

type Template = Static<typeof schema.previewMail.data>

const testMails: RateLimit = { name: 'admin.test-mails', max: 5, windowSeconds: 3600 }

/** A mail text as a shopper would get it, of an order that is made up; nothing is saved. */
export function mailPreviewRoutes(mount: Mount, deps: PreviewDeps): void {
  const { config, db, jobs, settings } = deps
  const compose = (data: Template) =>
    composeExample(data, mailSender(settings.get()), configuredBaseUrl(config))
  const subjectOf = ({ template }: Template) => ({ kind: 'setting', id: 'mail', title: template })

  mount(adminSettingsApi.previewMail, schema.previewMail, async ({ data }, { actor }) => {
    const mail = compose(data)
    await recordAudit(db, actor, { action: 'setting.preview_mail', subject: subjectOf(data) })
    return mail
  })

  mount(adminSettingsApi.testMail, schema.testMail, async ({ data }, { actor }) => {
    const mail = compose(data)
    const { id } = accountOf(actor)
    await consumeOrThrow(db, testMails, id)
    const recipient = await deps.addressOf(id)
    await transaction(db, async (tx) => {
      await queueMail(jobs, tx, { recipient, ...mail })
      await recordAudit(tx, actor, { action: 'setting.test_mail', subject: subjectOf(data) })
    })
    return { message: '已寄出測試信' }
  })
}

function composeExample(
  { template, subject, text }: Template,
  shop: MailSender,
  ownAddress: string,
): MailContent {
  assertMailFields({ subject, text }, 'text')
  const texts = { ...noTexts, [template]: { subject, text } }
  const link = `${ownAddress}/main/order/-example`
  return composeOrderMail(template, { ...example, link }, { shop, texts })
}

const noTexts: Record<OrderMailKind, null> = {
  placed: null,
  extended: null,
  paid: null,
  shipped: null,
  at_store: null,
  store_closed: null,
  changed: null,
  rest_closed: null,
  cancelled: null,
  refunded: null,
  return_news: null,
  answered: null,
}

const piece = (title: string, qty: number, price: number) => ({
  qty,
  total: qty * price,
  product: { title, price },
})
const shippedAt = new Date('2026-11-21T04:00:00Z')
const example: Omit<OrderMailInput, 'link'> = {
  order: {
    id: '-example',
    number: '261121-1',
    name: '王小明',
    total: 1_200,
    cancelReason: '商品缺貨',
    paymentMethod: 'card',
    expiresAt: new Date('2026-11-22T04:00:00Z'),
    isPayable: true,
    chargeKind: 'charge',
    shippingFee: 80,
    shipping: { kind: 'home', name: shippingKindLabels.home },
  },
  lines: [piece('青瓷杯', 2, 400), piece('木砧板', 1, 320)],
  parcel: {
    parcel: {
      id: '-example',
      orderId: '-example',
      carrier: 'tcat',
      trackingNumber: '9012-3456-7890',
      shippedAt,
      deliveredAt: null,
    },
    contents: [{ lineId: '-example', title: '青瓷杯', qty: 2 }],
  },
  leftOut: [{ title: '木砧板', qty: 1 }],
  pickup: { store: '7-ELEVEN 南港門市（131386）', until: '2026-11-30' },
  refunded: 400,
  change: { before: 1_600, refund: 400 },
  returned: {
    ...{ caseId: '-example', state: 'accepted', way: 'parcel' },
    ...{ pieces: [{ title: '木砧板', qty: 1 }], sendTo: '臺北市信義區市府路 1 號' },
  },
  answer: '您好，商品預計明天寄出。',
}
