import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Whether an address is of the internet: not of this machine, its networks, or a use of its own. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/** The code of the error for a host with an address that is not public. */
export const privateAddress = 'EPRIVATEADDRESS'

/**
 * How `http.request` and `https.request` connect to a URL that somebody else wrote: by a connection of
 * its own, to the very address that was judged. Throws an error with the code `privateAddress` for a
 * host that is written as an address that is not public; for a name that has one the request fails
 * with it. It says nothing of redirects: each is a URL to be judged anew.
 *
 * @param reach `allowsPrivate`: for trials and tests, whose other end is this machine
 */
export function publicConnection(
  url: URL,
  reach: { allowsPrivate?: boolean } = {},
): { agent: false; lookup?: LookupFunction } {
  if (reach.allowsPrivate) return { agent: false }
  const host = hostOf(url)
  // A name is looked up; an address is not.
  if (isIP(host) && !isPublicAddress(host)) throw refusal(host)
  return { agent: false, lookup: lookupPublic }
}

/** Rejects for a host that is not public, or that has no address. */
export async function assertPublicHost(url: URL): Promise<void> {
  const { lookup: find } = publicConnection(url)
  const host = hostOf(url)
  if (!find || isIP(host)) return
  await new Promise<void>((resolve, reject) => {
    find(host, { all: true }, (error) => (error ? reject(error) : resolve()))
  })
}

/** The host of a URL as the resolver takes it: without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/**
 * Resolves a name for a connection, which then goes to one of these very addresses. A name with one
 * address that is not public is refused: it may answer otherwise at the next question.
 */
const lookupPublic: LookupFunction = (name, options, callback) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    if (!areAllPublic(addresses)) return callback(refusal(name), '')
    if (options.all) return callback(null, addresses)
    const [first] = addresses
    callback(null, first?.address ?? '', first?.family)
  })
}

function areAllPublic(addresses: readonly LookupAddress[]): boolean {
  return addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
}

function refusal(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} has an address that is not public`), {
    code: privateAddress,
  })
}
