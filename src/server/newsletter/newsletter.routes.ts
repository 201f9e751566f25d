import * as schema from '#contract/newsletter.schema.ts'
import { adminNewsletterApi, newsletterApi } from '#contract/newsletter.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { readRequestedPage } from '../input/requested-page.ts'
import { canMail } from '../mail/mail-server.ts'
import type { Settings } from '../settings/settings.ts'
import { confirmSubscription, listSubscribers, removeSubscriber } from './newsletter.queries.ts'
import { type NewsletterDeps, subscribe, subscriberOf } from './newsletter.service.ts'

/** Subscribing, and who has subscribed; the shop sends no newsletters itself. */
export function newsletterRoutes(
  mount: Mount,
  deps: NewsletterDeps & { settings: Settings },
): void {
  const { config, db, secretBox, settings } = deps

  function known(token: string): string {
    const id = subscriberOf(secretBox, token)
    if (id === undefined) throw new ShopError('NEWSLETTER_LINK_OVER')
    return id
  }

  mount(newsletterApi.subscribe, schema.subscribe, async ({ data }, { request }) => {
    const isShown = settings.look().brand.home.blocks.includes('newsletter')
    if (!isShown || !canMail(config, settings)) throw new ShopError('NEWSLETTER_OFF')
    await subscribe(deps, { email: data.email, ip: request.ip })
    return { message: '訂閱成功' }
  })

  mount(newsletterApi.confirm, schema.confirm, async ({ data }) => {
    if (!(await confirmSubscription(db, known(data.token)))) {
      throw new ShopError('NEWSLETTER_LINK_OVER')
    }
    return { message: '已完成訂閱，謝謝您' }
  })

  mount(newsletterApi.unsubscribe, schema.unsubscribe, async ({ query }) => {
    await removeSubscriber(db, known(query.token))
    return { message: '已取消訂閱，您的信箱已刪除' }
  })

  mount(adminNewsletterApi.list, schema.list, async ({ query }) => {
    const { rows, pagination } = await readRequestedPage(query, (page) => listSubscribers(db, page))
    const subscribers = rows.map(({ id, email, confirmedAt }) => ({
      id,
      email,
      confirmed_at: toEpochSeconds(confirmedAt),
    }))
    return { subscribers, pagination, messages: [] }
  })
}
