import { and, eq, inArray, sql } from 'drizzle-orm'
import { type CreditSettings, defaultCredit } from '#contract/credit.ts'
import { type BrandSettings, defaultSettings, type HomeSettings } from '#contract/settings.ts'
import type { Db } from '../db/connect.ts'
import { settings } from '../db/tables/settings.ts'
import { settingsChannel } from './settings.queries.ts'

/** In place of an administrator: who has written the demo's look. */
const demo = 'demo'

/** The demo shop wears the theme as it is built. */
const demoBrand: BrandSettings = {
  ...defaultSettings.brand,
  tagline: '日常好物一起買',
  description: '日常好物一起買，選物、燈飾、茶與咖啡，天天團購價。',
  footer_text: '把日常用得到的好東西湊在一起，用團購的價格帶回家。',
}

/** Everything that the specification has on home, in its order. */
export const demoHome: HomeSettings = {
  hero: {
    picture: 'theme:hero',
    phone_picture: '',
    alt: '陽光照進房間，木盤上擺著陶壺，旁邊是馬克杯、茶罐、碗和花瓶',
    title: '日常好物，\n一起買更好',
    text: '從早晨的第一杯茶，到夜裡的一盞燈，把生活裡用得到的好東西湊在一起，用團購的價格帶回家。',
    button: '立即選購',
    link: '',
  },
  blocks: [
    { kind: 'campaigns', is_on: true },
    { kind: 'new', is_on: true },
    { kind: 'picks', is_on: true },
    { kind: 'offer', is_on: true },
    { kind: 'stories', is_on: true },
    { kind: 'banner', is_on: true },
    { kind: 'newsletter', is_on: true },
    { kind: 'bestselling', is_on: false },
    { kind: 'category', is_on: false },
  ],
  category: '',
  offer: {
    title: '一起買，也一起省',
    // Home says what the points of the demo give.
    rewards: [],
    code: 'frost',
  },
  stories: [
    {
      picture: 'theme:morning',
      alt: '晨光裡的餐桌，擺著咖啡與早餐',
      title: '早晨，從一只好杯子開始',
      text: '手感溫潤的陶杯、剛好一人份的手沖壺。我們挑選每天都會用到的器物，讓匆忙的早晨也有慢下來的十分鐘。',
    },
    {
      picture: 'theme:dusk',
      alt: '傍晚的房間，一盞燈亮著',
      title: '夜裡，留一盞剛好的光',
      text: '亞麻燈罩透出的暖色，擴香與蠟燭的淡淡香氣。把一天收進柔和的光裡，家就是最想待著的地方。',
    },
  ],
  banner: {
    picture: 'theme:gift',
    alt: '用布巾包好的禮物',
    title: '送一份日常的心意',
    text: '小器物、大心意。挑一件他每天都會用到的東西。',
    button: '挑禮物',
    link: '',
  },
  newsletter: {
    picture: 'theme:contact',
    alt: '木桌上的信紙、鋼筆與一杯茶',
    text: '新品上架與團購開跑的消息。',
  },
}

/** Its members earn points, as home promises. */
const demoCredit: CreditSettings = { ...defaultCredit, points_on: true }

const groups = ['brand', 'home', 'credit'] as const

/** A shop that has chosen a look already keeps it. */
export async function writeDemoLook(tx: Db): Promise<void> {
  const look = { brand: demoBrand, home: demoHome, credit: demoCredit }
  for (const group of groups) {
    await tx
      .insert(settings)
      .values({ group, values: { ...look[group] }, version: 1, updatedBy: demo })
      .onConflictDoNothing()
  }
  await tx.execute(sql`select pg_notify(${settingsChannel}, ${demo})`)
}

/** With the demo goes its look; one that the owner has changed stays. */
export async function clearDemoLook(tx: Db): Promise<void> {
  await tx
    .delete(settings)
    .where(and(inArray(settings.group, [...groups]), eq(settings.updatedBy, demo)))
  await tx.execute(sql`select pg_notify(${settingsChannel}, ${demo})`)
}
