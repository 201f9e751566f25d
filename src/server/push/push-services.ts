import type { Config } from '../config.ts'

/**
 * Hosts of the push services of browsers: Chrome, Edge and Samsung Internet, Chromium as it is built
 * by others, Firefox, Safari, and Edge on Windows. A list, because the address comes from a browser
 * and is called by the shop: nothing of its own network can be named.
 */
const hosts = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
  /^(?:[a-z0-9-]+\.)+notify\.windows\.com$/,
]

/** Whether messages may go there; `pushUrl` is the one other place, of a shop that is tried out. */
export function isPushService(endpoint: string, { pushUrl }: Pick<Config, 'pushUrl'>): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (pushUrl !== null && origin === pushUrl) return true
  if (protocol !== 'https:' || port || username || password) return false
  return hosts.some((host) => host.test(hostname))
}
