import { afterAll, beforeAll, beforeEach } from 'vitest'
import { defaultSettings } from '../settings.ts'
import { type RunningGateway, startGateway } from '../start-gateway.ts'
import { LogisticsClient } from './logistics-client.ts'
import { noon } from './run-between-tests.ts'
import { control, type Received, TestShop } from './test-shop.ts'

/** A gateway, a shop and its client for the tests of a file; each test begins with all switches off. */
export class TestLogistics {
  running!: RunningGateway
  shop!: TestShop
  readonly client = new LogisticsClient(
    () => this.running.address,
    () => this.shop.address,
  )

  /** A parcel that was made, and its callbacks so far are at the shop. */
  async parcel(subType: string, changes: Record<string, string> = {}) {
    const { fields, text } = await this.client.create(subType, changes)
    const { MerchantTradeNo = '', AllPayLogisticsID = '' } = fields
    const parcel = this.running.gateway.parcels.findByLogisticsId(AllPayLogisticsID)
    if (!parcel) throw new Error(text)
    await this.running.gateway.notifier.idle()
    return { parcel, fields, no: MerchantTradeNo }
  }

  /** Presses a button of the console. */
  async press(path: string, body: object): Promise<number> {
    const response = await control(this.running, path, body)
    await this.running.gateway.notifier.idle()
    return response.status
  }

  /** Callbacks about a parcel, in the order in which they came. */
  told(no: string): Received['fields'][] {
    const all = this.shop.received.map(({ fields }) => fields)
    return all.filter(({ MerchantTradeNo }) => MerchantTradeNo === no)
  }

  codes(no: string): (string | undefined)[] {
    return this.told(no).map(({ RtnCode }) => RtnCode)
  }

  async pass(days: number): Promise<void> {
    await this.press('/clock', { minutes: days * 1440 })
  }
}

export function setUpLogistics(): TestLogistics {
  const test = new TestLogistics()
  beforeAll(async () => {
    test.shop = await TestShop.open()
    test.running = await startGateway({ now: noon })
  })
  beforeEach(() => {
    test.shop.answer = {}
    test.shop.received = []
    Object.assign(test.running.gateway.settings, { ...defaultSettings, limitsCalls: false })
  })
  afterAll(async () => {
    await test.running.close()
    await test.shop.close()
  })
  return test
}
