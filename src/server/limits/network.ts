import ipaddr from 'ipaddr.js'

/** Network of one subscriber: an IPv4 address, or a /64 of IPv6. */
export function networkOf(ip: string): string {
  return networksOf(ip).subscriber
}

/** Network shown to the owner of a session: an IPv4 /24 or an IPv6 /48. */
export function vicinityOf(ip: string): string {
  const { widest, wider } = networksOf(ip)
  return wider || !ipaddr.isValid(widest)
    ? widest
    : `${ipaddr.IPv4.networkAddressFromCIDR(`${widest}/24`)}/24`
}

export interface Networks {
  /** An IPv4 address, or a /64 of IPv6. */
  subscriber: string
  /** Of IPv6, the /56 and the /48: one customer of a provider may hold either. */
  wider: { slash56: string; slash48: string } | null
  /** The widest of them. */
  widest: string
}

/** The networks that an address belongs to; addresses of machines are counted by them. */
export function networksOf(ip: string): Networks {
  const [address = ''] = ip.split('%')
  if (!ipaddr.isValid(address)) return single('unknown')
  // An IPv4 address that is written as one of IPv6 is an IPv4 address.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return single(parsed.toString())
  const within = (bits: number) =>
    `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`
  const wider = { slash56: within(56), slash48: within(48) }
  return { subscriber: within(64), wider, widest: wider.slash48 }
}

function single(network: string): Networks {
  return { subscriber: network, wider: null, widest: network }
}
