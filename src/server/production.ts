/** Whether real customers are meant: the environment says so, or the shop has an https address. */
export function meansProduction(env: NodeJS.ProcessEnv): boolean {
  const isNodeEnvProduction = env.NODE_ENV?.trim() === 'production'
  return isNodeEnvProduction || /^https:/i.test(env.PUBLIC_URL?.trim() ?? '')
}

/** Trial settings that a shop for real customers must not have; one sentence for each. */
export function productionFaults(config: {
  payments: string | null
  isDevelopment: boolean
  publicUrl: string | null
  pushUrl: string | null
  loadsDemo: boolean
  firstAdmin: object | null
  webhooks: { allowsPrivate: boolean }
}): string[] {
  const faults: string[] = []
  if (config.payments === null) {
    faults.push(
      'PAYMENTS must be named in production: "settings" is what the back office says, "demonstration" accepts every payment and moves no money',
    )
  }
  if (config.isDevelopment) {
    faults.push('DEVELOPMENT must be 0 in production: it shows the mails of the shop to everybody')
  }
  if (!config.publicUrl?.startsWith('https:')) {
    faults.push('PUBLIC_URL must be an https address in production: links in mails lead there')
  }
  if (config.webhooks.allowsPrivate) {
    faults.push(
      'WEBHOOK_ALLOW_PRIVATE must be 0 in production: webhooks would reach the machines around the shop',
    )
  }
  if (config.pushUrl !== null) {
    faults.push('PUSH_URL must not be set in production: browsers have push services of their own')
  }
  if (config.loadsDemo && config.firstAdmin === null) {
    faults.push(
      'ADMIN_USERNAME and ADMIN_PASSWORD must be named in production with DEMO=1: no password is made up or printed there',
    )
  }
  return faults
}
