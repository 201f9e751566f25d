import { hash } from 'node:crypto'
import { brandColors, brandSheet } from '#contract/brand-colors.ts'
import { creditPromise } from '#contract/credit.ts'
import {
  defaultSettings,
  type SettingValues,
  type ShownBrand,
  type ShownShop,
} from '#contract/settings.ts'
import type { Db } from '../db/connect.ts'

/** A coupon that shoppers can use, between these moments by the clock of this process. */
export interface Offer {
  code: string
  percent: number
  /** Whether it discounts every order, without conditions on its content or its buyer. */
  isForAll: boolean
  from: Date | null
  until: Date
}

/** Finds the coupon that home names; undefined where nobody can use one of this code. */
export type FindOffer = (db: Db, code: string) => Promise<Offer | undefined>

/** How the storefront looks at a moment. */
export interface Look {
  shop: ShownShop
  brand: ShownBrand
  /** The text of `brand.sheet`. */
  css: string
}

const themeSheet = brandSheet(defaultSettings.brand)

export function createLook(
  { shop, brand, home, credit }: SettingValues & { shop: ShownShop },
  offer: Offer | undefined,
  now: number,
  sendsMail = true,
): Look {
  const { accent: _, ground, corner: __, density: ___, announcement, ...texts } = brand
  const css = brandSheet(brand)
  const { colors } = brandColors({ accent: brand.accent, ground })
  const { from, until, text, link } = announcement
  const isAnnounced = text !== '' && isBetween(now, from && from * 1000, until && until * 1000)
  const { blocks, offer: promise, ...content } = home
  // A shop that is there to be looked at shows the form, and its page says so.
  const takesAddresses = sendsMail || shop.is_portfolio
  const isTrue =
    offer !== undefined && isBetween(now, offer.from && Number(offer.from), Number(offer.until))
  const shown: ShownBrand['home']['offer'] = {
    title: promise.title,
    rewards: [...creditPromise(credit), ...promise.rewards],
    ...(isTrue && {
      coupon: { code: offer.code, percent: offer.percent, is_for_all: offer.isForAll },
    }),
  }
  return {
    shop,
    css,
    brand: {
      ...texts,
      accent: colors.fill,
      paper: colors.paper,
      ...(css !== themeSheet && { sheet: `/brand/${hash('sha256', css).slice(0, 16)}.css` }),
      ...(isAnnounced && { announcement: { text, link } }),
      home: {
        ...content,
        offer: shown,
        blocks: blocks
          .filter(({ is_on }) => is_on)
          .map(({ kind }) => kind)
          .filter((kind) => kind !== 'newsletter' || takesAddresses),
      },
    },
  }
}

/** When another look begins by itself, in epoch milliseconds. */
export function nextChange(
  { brand: { announcement } }: SettingValues,
  offer: Offer | undefined,
  now: number,
): number {
  const { from, until } = announcement
  const moments = [
    from === null ? 0 : from * 1000,
    until === null ? 0 : until * 1000,
    Number(offer?.from ?? 0),
    Number(offer?.until ?? 0),
  ]
  return Math.min(...moments.filter((moment) => moment > now))
}

function isBetween(now: number, from: number | null, until: number | null): boolean {
  return (from === null || now >= from) && (until === null || now < until)
}
