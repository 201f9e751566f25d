import { isRealMoney } from './payment-provider.ts'

interface NamedMethod {
  provider: string
  method: string
}

/** Its methods were on the wire and in the books before there were others. */
const firstGateway = 'ecpay'

const prefixOf = (provider: string) =>
  isRealMoney(provider) && provider !== firstGateway ? `${provider}.` : ''

/** A method of a provider by its name on the wire and in the books: `card`, or `linepay.wallet`. */
export function wireMethod({ provider, method }: NamedMethod): string {
  return `${prefixOf(provider)}${method}`
}

/** The method of a payment in the books by the name that its provider has for it. */
export function ownMethod({ provider, method }: NamedMethod): string {
  const prefix = prefixOf(provider)
  return method.startsWith(prefix) ? method.slice(prefix.length) : method
}
