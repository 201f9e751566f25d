import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type RunningGateway, startGateway } from '../start-gateway.ts'
import { InvoiceClient } from './invoice-client.ts'
import { noon } from './set-up-gateway.ts'
import { control, TestShop } from './test-shop.ts'

/** A gateway, a shop and its client for the tests of a file; each test begins at noon with all switches off. */
export class TestInvoices {
  running!: RunningGateway
  shop!: TestShop
  readonly client = new InvoiceClient(() => this.running.address)

  get gateway() {
    return this.running.gateway
  }

  /** Presses a button of the console. */
  async press(path: string, body: object = {}): Promise<number> {
    const response = await control(this.running, path, body)
    await this.gateway.notifier.idle()
    return response.status
  }

  async page(path: string): Promise<string> {
    return (await fetch(`${this.running.address}${path}`)).text()
  }

  /** Moves the clock to a time of Taipei, `yyyy-MM-ddTHH:mm:ss`. */
  async moveTo(time: string): Promise<void> {
    await this.gateway.clock.moveTo(new Date(`${time}+08:00`))
  }
}

export function setUpInvoices(): TestInvoices {
  const test = new TestInvoices()
  beforeAll(async () => {
    test.shop = await TestShop.open()
  })
  beforeEach(async () => {
    await test.running?.close()
    test.running = await startGateway({ now: noon })
    test.shop.answer = {}
    test.shop.received = []
  })
  afterAll(async () => {
    await test.running.close()
    await test.shop.close()
  })
  return test
}
