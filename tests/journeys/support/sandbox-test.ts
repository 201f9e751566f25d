import { channels } from '../../../gateway/line/channels.ts'
import { type RunningGateway, startGateway } from '../../../gateway/start-gateway.ts'
import { openJourneyShop } from './journey-shop.ts'
import { base } from './test.ts'

/** A shop under `PAYMENTS=sandbox`, and the try-out gateway that takes its payments and is its LINE. */
export const test = base.extend<object, { running: RunningGateway; shopAddress: string }>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const running = await startGateway()
      await use(running)
      await running.close()
    },
    { scope: 'worker' },
  ],
  shopAddress: [
    async ({ running }, use) => {
      const shop = await openJourneyShop({
        PAYMENTS: 'sandbox',
        ECPAY_URL: running.address,
        LINE_LOGIN_CHANNEL_ID: channels.login.id,
        LINE_LOGIN_CHANNEL_SECRET: channels.login.secret,
        LINE_LIFF_ID: channels.liff.id,
        LINE_URL: running.address,
      })
      await use(shop.address)
      await shop.close()
    },
    { scope: 'worker', auto: true, timeout: 600_000 },
  ],
  baseURL: async ({ shopAddress }, use) => use(shopAddress),
})
