import { useSyncExternalStore } from 'react'
import { sellerLinkDays } from '#contract/campaign-sellers.ts'
import { readStoredText, storeText } from '../../shared/stored-text.ts'

/** The link of a seller that was opened on this device last, for one campaign. */
interface SellerLink {
  campaign: string
  code: string
  /** Of the click, in milliseconds. */
  at: number
}

const storageKey = 'sellerLinks'
const lifeMs = sellerLinkDays * 24 * 60 * 60 * 1000
const maxLinks = 20
const listeners = new Set<() => void>()

/** The address that a seller shares: the page of the campaign with the code. */
export function sellerPath(campaignPath: string, code: string): string {
  return `${campaignPath}?seller=${encodeURIComponent(code)}`
}

/** Keeps the code of a link to a campaign that was opened, the last one, and drops what is too old. */
export function noteSellerLink(address: string, now = Date.now()): void {
  const campaign = /\/groups\/detail\/([^/?#]+)/.exec(address)?.[1]
  const code = /[?&]seller=([\w-]{1,40})/.exec(address)?.[1]
  const kept = readLinks(now)
  if (!campaign || !code) {
    if (readStoredText(storageKey) !== null) writeLinks(kept)
    return
  }
  const others = kept.filter((link) => link.campaign !== campaign)
  writeLinks([{ campaign, code, at: now }, ...others].slice(0, maxLinks))
}

export function forgetSellerLink(campaign: string): void {
  writeLinks(readLinks(Date.now()).filter((link) => link.campaign !== campaign))
}

/** The code that counts for a campaign on this device; null where none does. */
export function useSellerCode(campaign: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => readLinks(Date.now()).find((link) => link.campaign === campaign)?.code ?? null,
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function writeLinks(links: readonly SellerLink[]): void {
  storeText(storageKey, links.length > 0 ? JSON.stringify(links) : null)
  for (const listener of listeners) listener()
}

function readLinks(now: number): SellerLink[] {
  try {
    const stored: unknown = JSON.parse(readStoredText(storageKey) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((link) => isLink(link) && now - link.at < lifeMs)
      : []
  } catch {
    return []
  }
}

function isLink(stored: unknown): stored is SellerLink {
  const { campaign, code, at } = (stored ?? {}) as Partial<SellerLink>
  return typeof campaign === 'string' && typeof code === 'string' && typeof at === 'number'
}
