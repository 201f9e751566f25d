const storageKey = 'orderAccess'

let tokens: Record<string, string> | undefined

/** The token of the link to a guest's order, for the calls about it; undefined for any other. */
export function orderAccess(orderId: string): string | undefined {
  tokens ??= readTokens()
  return tokens[orderId]
}

/** Kept for this tab: who comes back from the page of a payment gateway has no token in the address. */
export function saveOrderAccess(orderId: string, token: string): void {
  if (orderAccess(orderId) === token) return
  tokens = { ...tokens, [orderId]: token }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(tokens))
  } catch {
    // In a forbidden storage the token lives as long as the page.
  }
}

function readTokens(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}
