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

/** The host of a URL as the resolver takes it: without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/**
 * Resolves a name for a connection, which then goes to that very address. A name with one address
 * that is not public is refused: it may answer otherwise at the next question.
 */
export const lookupPublic: LookupFunction = (name, options, callback) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    if (!areAllPublic(addresses)) return callback(refusal(name), '')
    if (options.all) return callback(null, addresses)
    const [first] = addresses
    callback(null, first?.address ?? '', first?.family)
  })
}

/** Rejects for a host that is not public, or that has no address. */
export function assertPublicHost(url: URL): Promise<void> {
  const host = hostOf(url)
  return new Promise((resolve, reject) => {
    if (isIP(host)) return isPublicAddress(host) ? resolve() : reject(refusal(host))
    lookupPublic(host, { all: true }, (error) => (error ? reject(error) : resolve()))
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
