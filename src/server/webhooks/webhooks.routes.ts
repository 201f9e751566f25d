import * as schema from '#contract/webhooks.schema.ts'
import { type Webhook, type WebhookDelivery, webhooksApi } from '#contract/webhooks.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { readRequestedPage } from '../input/requested-page.ts'
import { consumeOrThrow, type RateLimit } from '../limits/rate-limit.ts'
import type { DeliverDeps } from './deliver.ts'
import {
  type DeliveryRow,
  findWebhook,
  type ListedWebhook,
  listDeliveries,
  listWebhooks,
} from './webhooks.queries.ts'
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  resendEvents,
  testWebhook,
} from './webhooks.service.ts'

/** Of one webhook: each is a call to somebody else. */
const trials: RateLimit = { name: 'admin.webhook-tests', max: 30, windowSeconds: 3600 }

export function webhookRoutes(mount: Mount, deps: DeliverDeps): void {
  const { db } = deps
  const read = async (id: string) => {
    const found = await findWebhook(db, id)
    if (!found) throw new ShopError('WEBHOOK_NOT_FOUND')
    return toWebhook(found)
  }

  mount(webhooksApi.list, schema.list, async () => ({
    webhooks: (await listWebhooks(db)).map(toWebhook),
    messages: [],
  }))

  mount(webhooksApi.create, schema.create, async ({ data }, { actor }) => {
    const { id, secret } = await createWebhook(deps, actor, data)
    return { message: '已建立 Webhook', secret, webhook: await read(id) }
  })

  mount(webhooksApi.update, schema.update, async ({ params, data }, { actor }) => {
    await changeWebhook(deps, actor, params.id, data)
    return { message: '已更新 Webhook', webhook: await read(params.id) }
  })

  mount(webhooksApi.remove, schema.remove, async ({ params }, { actor }) => {
    await removeWebhook(deps, actor, params.id)
    return { message: '已刪除 Webhook' }
  })

  mount(webhooksApi.test, schema.test, async ({ params }, { actor }) => {
    await consumeOrThrow(db, trials, params.id)
    const delivery = toDelivery(await testWebhook(deps, actor, params.id))
    const isTaken = delivery.state === 'delivered'
    return { message: isTaken ? '對方已收到測試通知' : '對方沒有收下測試通知', delivery }
  })

  mount(webhooksApi.resend, schema.resend, async ({ params, data }, { actor }) => {
    const count = await resendEvents(deps, actor, params.id, data.delivery)
    return { message: `已排入 ${count} 筆` }
  })

  mount(webhooksApi.deliveries, schema.deliveries, async ({ params, query }) => {
    await read(params.id)
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listDeliveries(db, params.id, place),
    )
    return { deliveries: rows.map(toDelivery), pagination, messages: [] }
  })
}

function toWebhook({ webhook, waiting }: ListedWebhook): Webhook {
  const { id, url, events, isOn, createdAt, failingSince, offAt } = webhook
  return {
    ...{ id, url, events, is_on: isOn, waiting },
    create_at: toEpochSeconds(createdAt),
    ...(failingSince && { failing_since: toEpochSeconds(failingSince) }),
    ...(offAt && { off_at: toEpochSeconds(offAt) }),
  }
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { messageId, type, createdAt, state, attempts, nextAt, triedAt } = row
  const { status, answer, error, milliseconds, body } = row
  return {
    ...{ id: messageId, type, state, attempts, body },
    create_at: toEpochSeconds(createdAt),
    ...(nextAt && { next_at: toEpochSeconds(nextAt) }),
    ...(triedAt && { tried_at: toEpochSeconds(triedAt) }),
    ...(status !== null && { status }),
    ...(answer && { answer }),
    ...(error && { error }),
    ...(milliseconds !== null && { ms: milliseconds }),
  }
}
