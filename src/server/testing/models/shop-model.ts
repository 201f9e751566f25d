/** Acts of one shopper, and changes by an administrator; indexes name known things. */
export type Act =
  | { kind: 'add'; product: number; qty: number }
  | { kind: 'update'; line: number; qty: number }
  | { kind: 'remove'; line: number }
  | { kind: 'clear' }
  | { kind: 'apply'; coupon: number }
  | { kind: 'unapply' }
  | { kind: 'order' }
  | { kind: 'pay'; order: number }
  | { kind: 'pay a stranger'; order: number }

export type Change =
  | { kind: 'price'; product: number; price: number }
  | { kind: 'sell'; product: number; isEnabled: boolean }
  | { kind: 'delete product'; product: number }
  | { kind: 'percent'; coupon: number; percent: number; isEnabled: boolean }
  | { kind: 'delete coupon'; coupon: number }
  | { kind: 'delete order'; order: number }
  | { kind: 'mark order'; order: number; isPaid: boolean }

interface ModelProduct {
  price: number
  isEnabled: boolean
  isDeleted: boolean
}

interface ModelCoupon {
  percent: number
  isEnabled: boolean
  isDeleted: boolean
}

export interface ModelLine {
  product: number
  qty: number
}

export interface ModelOrder {
  lines: (ModelLine & { price: number; percent: number })[]
  total: number
  isPaid: boolean
  isDeleted: boolean
}

interface ModelShopper {
  lines: ModelLine[]
  coupon: number | null
  orders: ModelOrder[]
}

const maxQuantity = 9999

/** The whole shop in memory, in the plainest way; each method gives the status of the answer. */
export class ShopModel {
  readonly products: ModelProduct[]
  readonly coupons: ModelCoupon[]
  readonly shoppers: ModelShopper[]

  constructor(prices: number[], percents: number[], shoppers: number) {
    this.products = prices.map((price) => ({ price, isEnabled: true, isDeleted: false }))
    this.coupons = percents.map((percent) => ({ percent, isEnabled: true, isDeleted: false }))
    this.shoppers = Array.from({ length: shoppers }, () => ({
      lines: [],
      coupon: null,
      orders: [],
    }))
  }

  act(by: number, act: Act): number {
    const shopper = this.shopper(by)
    switch (act.kind) {
      case 'add':
        return this.#add(shopper, act)
      case 'update': {
        const line = shopper.lines[act.line]
        if (!line) return 404
        line.qty = act.qty
        return 200
      }
      case 'remove':
        return shopper.lines.splice(act.line, 1).length === 1 ? 200 : 404
      case 'clear':
        shopper.lines = []
        shopper.coupon = null
        return 200
      case 'apply': {
        const coupon = this.coupons[act.coupon]
        if (!coupon || coupon.isDeleted) return 404
        if (!coupon.isEnabled) return 400
        shopper.coupon = act.coupon
        return 200
      }
      case 'unapply':
        shopper.coupon = null
        return 200
      case 'order':
        return this.#order(shopper)
      case 'pay': {
        const order = shopper.orders[act.order]
        if (!order || order.isDeleted) return 404
        order.isPaid = true
        return 200
      }
      case 'pay a stranger':
        return 404
    }
  }

  change(change: Change): number {
    switch (change.kind) {
      case 'price':
      case 'sell':
      case 'delete product': {
        const product = this.products[change.product]
        if (!product || product.isDeleted) return 404
        if (change.kind === 'price') product.price = change.price
        if (change.kind === 'sell') product.isEnabled = change.isEnabled
        if (change.kind === 'delete product') product.isDeleted = true
        return 200
      }
      case 'percent':
      case 'delete coupon': {
        const coupon = this.coupons[change.coupon]
        if (!coupon || coupon.isDeleted) return 404
        if (change.kind === 'delete coupon') coupon.isDeleted = true
        else Object.assign(coupon, { percent: change.percent, isEnabled: change.isEnabled })
        return 200
      }
      case 'delete order':
      case 'mark order': {
        const order = this.allOrders()[change.order]
        if (!order || order.isDeleted) return 404
        if (change.kind === 'delete order') order.isDeleted = true
        else order.isPaid = change.isPaid
        return 200
      }
    }
  }

  /** Shopper by shopper, each one's oldest first. */
  allOrders(): ModelOrder[] {
    return this.shoppers.flatMap(({ orders }) => orders)
  }

  shopper(index: number): ModelShopper {
    const shopper = this.shoppers[index]
    if (!shopper) throw new Error(`there is no shopper ${index}`)
    return shopper
  }

  /** The percent that is paid now, and whether an applied coupon has stopped counting. */
  discount(by: number): { percent: number; isStale: boolean } {
    const { coupon, lines } = this.shopper(by)
    const applied = coupon === null ? undefined : this.coupons[coupon]
    if (!applied || lines.length === 0) return { percent: 100, isStale: false }
    const isUsable = applied.isEnabled && !applied.isDeleted
    return { percent: isUsable ? applied.percent : 100, isStale: !isUsable }
  }

  price(product: number): number {
    return this.products[product]?.price ?? 0
  }

  isSold(index: number): boolean {
    const product = this.products[index]
    return product?.isEnabled === true && !product.isDeleted
  }

  #add(shopper: ModelShopper, { product, qty }: ModelLine): number {
    if (!this.isSold(product)) return 404
    const known = shopper.lines.find((line) => line.product === product)
    if ((known?.qty ?? 0) + qty > maxQuantity) return 400
    if (known) known.qty += qty
    else shopper.lines.push({ product, qty })
    return 200
  }

  #order(shopper: ModelShopper): number {
    const { percent, isStale } = this.discount(this.shoppers.indexOf(shopper))
    const isSellable = shopper.lines.every(({ product }) => this.isSold(product))
    if (shopper.lines.length === 0 || !isSellable || isStale) return 409
    const lines = shopper.lines.map((line) => ({
      ...line,
      price: this.price(line.product),
      percent,
    }))
    const hundredths = lines.reduce((sum, line) => sum + line.price * line.qty * percent, 0)
    const total = Math.floor((hundredths + 50) / 100)
    shopper.orders.push({ lines, total, isPaid: false, isDeleted: false })
    shopper.lines = []
    shopper.coupon = null
    return 200
  }
}
