import type { ConsoleMessage, Page } from '@playwright/test'

/** The host of pictures that journeys invent: nobody serves them, and every list may show them. */
const invented = 'https://pictures.example/'

/** Collects the errors in the console of a page from now on. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !isOfInvented(message)) errors.push(message.text())
  })
  return errors
}

function isOfInvented(message: ConsoleMessage): boolean {
  return message.location().url.startsWith(invented)
}

/** Collects the faults of a page from now on: CSP violations, errors, warnings, failed requests. */
export async function collectFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  page.on('console', (message) => {
    if (isOfInvented(message)) return
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    const isExpected = reason === 'net::ERR_ABORTED' || request.url().startsWith(invented)
    if (!isExpected) faults.push(`${reason} ${request.url()}`)
  })
  await page.exposeFunction('reportViolation', (violation: string) => faults.push(violation))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void }
      reportViolation(`${violatedDirective} refused ${blockedURI}`)
    })
  })
  return faults
}
