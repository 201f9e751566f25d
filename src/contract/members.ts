import type { ShopTerms, ShownBrand, ShownShop } from './settings.ts'

/**
 * How the web reaches the identity provider; served with the page, so that the same build speaks
 * to our own provider or to a Firebase project.
 */
export type IdentityConfig =
  | { provider: 'own'; apiKey: string }
  | { provider: 'firebase'; apiKey: string; authDomain: string; projectId: string }

/** Configuration of the web client in the page, in `<script id="shop-config">`. */
export interface ShopConfig {
  /** The path of the shop's API, `/v2/api/<path>`. */
  shopPath: string
  identity: IdentityConfig
  /** `demonstration` accepts every payment and moves no money; `manual` has no gateway. */
  payments: 'demonstration' | 'manual' | 'ecpay' | 'sandbox' | null
  /** Whether mails of the shop reach their readers; undefined from a server of the version before. */
  canMail?: boolean
  /** Whether the shop sends messages about orders by LINE. */
  lineMessages?: boolean
  /** Whether members may sign in by LINE. */
  lineLogin?: boolean
  /** The application that opens the shop inside LINE. */
  liffId?: string
  /** Shop details; undefined from a server of the version before. */
  shop?: ShownShop
  /** The brand that the storefront wears; undefined from a server of the version before. */
  brand?: ShownBrand
  /** Undefined from a server of the version before. */
  terms?: ShopTerms
  /** The shop's own address where it is configured; links that are sent begin with it. */
  publicUrl?: string
}

/** At least six characters, a lower-case letter and a digit among them. */
export function isPasswordAcceptable(password: string): boolean {
  return [...password].length >= 6 && /[a-z]/.test(password) && /[0-9]/.test(password)
}

/** Non-space, `@`, non-space: linear in the length of the text. */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@')
  return at > 0 && at < text.length - 1 && !/\s/.test(text)
}

/** The shortest that a member's id may be; those of the identity providers have 28 characters. */
const minMemberIdLength = 20

/**
 * The contact of a name as the contract has it: a member's id stands behind its last plus sign. A
 * suffix too short belongs to the name: 「王+李」 are two people.
 */
export function contactName(name: string): string {
  const plus = name.lastIndexOf('+')
  const suffix = name.slice(plus + 1)
  const isMemberId = plus >= 0 && suffix.length >= minMemberIdLength && /^[\w-]+$/.test(suffix)
  return isMemberId ? name.slice(0, plus) : name
}
