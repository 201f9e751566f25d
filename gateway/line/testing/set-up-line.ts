import type { RunningGateway } from '../../start-gateway.ts'
import { runBetweenTests } from '../../testing/run-between-tests.ts'
import type { TestShop } from '../../testing/test-shop.ts'
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
  return runBetweenTests(new TestLine(), ({ line, shop }) => {
    line.switches.webhookUrl = `${shop.address}/v2/line/webhook`
  })
}
