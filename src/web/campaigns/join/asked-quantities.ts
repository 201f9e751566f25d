import type { Campaign } from '#contract/campaigns.ts'
import { soldOf } from '../prices/group-price.ts'
import type { Quantities } from './variant-grid.tsx'

const name = 'q'

/** The pieces that a link asks for (`q=2~id`); undefined where it names nothing that is sold here. */
export function askedQuantities(
  campaign: Pick<Campaign, 'products'>,
  query: URLSearchParams,
): Quantities | undefined {
  const sold = new Set(soldOf(campaign).map(({ id }) => id))
  const asked = query.getAll(name).flatMap((text): [string, number][] => {
    const [, count, id = ''] = /^([1-9]\d?)~(.+)$/.exec(text) ?? []
    return sold.has(id) ? [[id, Number(count)]] : []
  })
  return asked.length > 0 ? Object.fromEntries(asked) : undefined
}

/** Its part of an address, for the way through the sign-in. */
export function askedPart(query: URLSearchParams): string {
  return query
    .getAll(name)
    .map((text) => `&${name}=${encodeURIComponent(text)}`)
    .join('')
}
