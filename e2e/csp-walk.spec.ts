import { expect, test } from '@playwright/test'
import { createMember, signIn } from './support/members.ts'
import { addToCart, placeOrder, productsOnSale } from './support/shop-api.ts'

test('F2 the whole storefront, walked: no violation of the policy, no error in the console, no failed request', async ({
  page,
}) => {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    if (reason !== 'net::ERR_ABORTED') faults.push(`${reason} ${request.url()}`)
  })
  await page.exposeFunction('reportViolation', (violation: string) => faults.push(violation))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void }
      reportViolation(`${violatedDirective} refused ${blockedURI}`)
    })
  })

  const [product] = await productsOnSale(page.request)
  if (!product) throw new Error('the shop sells nothing')
  const member = await createMember(page.request)
  await page.goto('/')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  for (const address of ['/#/main/prods', `/#/main/prods/detail/${product.id}`, '/#/main/track']) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
  }
  await signIn(page, member)
  const orderId = await placeOrder(page.request, { product, qty: 1 }, member.token)
  await addToCart(page.request, { product, qty: 1 }, member.token)
  for (const address of [
    '/#/main/cart',
    '/#/main/cart/info',
    `/#/main/cart/pay/${orderId}`,
    '/#/main/order',
    '/#/main/member',
    '/#/main/loginBackend',
    '/#/nowhere',
  ]) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
  }
  expect(faults).toEqual([])
})
