import type { Fields } from '../check-mac-value.ts'
import { actAsShopper, type ShopperAction } from '../shopper-actions.ts'
import type { RunningGateway } from '../start-gateway.ts'
import type { Method, Trade } from '../trade.ts'
import { runBetweenTests } from './run-between-tests.ts'
import { postForm, type TestShop } from './test-shop.ts'

/** A gateway and a shop for the tests of a file; each test starts at noon with all switches off. */
export class TestGateway {
  running!: RunningGateway
  shop!: TestShop

  get gateway() {
    return this.running.gateway
  }

  url(path: string): string {
    return `${this.running.address}${path}`
  }

  /** A trade whose form was posted by a browser. */
  async openTrade(method: Method, changes: Parameters<TestShop['form']>[1] = {}): Promise<Trade> {
    const form = this.shop.form(method, changes)
    const response = await postForm(this.url('/Cashier/AioCheckOut/V5'), form)
    const page = await response.text()
    if (response.status !== 200) throw new Error(page)
    return this.trade(form)
  }

  trade({ MerchantTradeNo = '' }: Fields): Trade {
    const trade = this.gateway.trades.find(MerchantTradeNo)
    if (!trade) throw new Error(`no trade ${MerchantTradeNo}`)
    return trade
  }

  /** A trade with what its shopper did, each action after the callback of the one before. */
  async tradeAfter(method: Method, actions: ShopperAction[], changes = {}): Promise<Trade> {
    const trade = await this.openTrade(method, changes)
    for (const action of actions) {
      actAsShopper(this.gateway, trade, action)
      await this.gateway.notifier.idle()
    }
    return trade
  }

  async moveTo(time: string): Promise<void> {
    await this.gateway.clock.moveTo(new Date(`${time}+08:00`))
    await this.gateway.notifier.idle()
  }
}

export function setUpGateway(): TestGateway {
  return runBetweenTests(new TestGateway())
}
