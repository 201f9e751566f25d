import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type RunningGateway, startGateway } from '../../start-gateway.ts'
import { noon } from '../../testing/set-up-gateway.ts'
import { TestShop } from '../../testing/test-shop.ts'
import type { Line } from '../line.ts'
import { LineClient } from './line-client.ts'

/** A gateway and a shop; each test begins with new phones and all switches off. */
export class TestLine {
  running!: RunningGateway
  shop!: TestShop
  readonly client = new LineClient(() => this.running.address)

  get line(): Line {
    return this.running.gateway.line
  }

  /** The id of the first, second or third person. */
  person(index: number): string {
    return this.line.people[index]?.id ?? ''
  }

  async pass(minutes: number): Promise<void> {
    await this.running.gateway.clock.moveTo(
      new Date(this.running.gateway.clock.now().getTime() + minutes * 60_000),
    )
    await this.line.webhooks.idle()
  }
}

export function setUpLine(): TestLine {
  const test = new TestLine()
  beforeAll(async () => {
    test.shop = await TestShop.open()
  })
  beforeEach(async () => {
    await test.running?.close()
    test.running = await startGateway({ now: noon })
    test.line.switches.webhookUrl = `${test.shop.address}/v2/line/webhook`
    test.shop.answer = {}
    test.shop.received = []
  })
  afterAll(async () => {
    await test.running.close()
    await test.shop.close()
  })
  return test
}
