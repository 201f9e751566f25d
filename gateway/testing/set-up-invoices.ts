import type { RunningGateway } from '../start-gateway.ts'
import { InvoiceClient } from './invoice-client.ts'
import { runBetweenTests } from './run-between-tests.ts'
import { control, type TestShop } from './test-shop.ts'

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
  return runBetweenTests(new TestInvoices())
}
