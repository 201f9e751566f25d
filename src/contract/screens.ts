/**
 * The paths of the screens, as patterns, and what stands at each without script: a document of its
 * own, the same frame for everybody, or the back office, which has none.
 */
export const screens = {
  '/': 'home',
  '/main/prods': 'products',
  '/main/prods/detail/:id': 'product',
  '/main/articles': 'articles',
  '/main/articles/:id': 'article',
  '/main/search': 'frame',
  '/main/cancelRestock': 'frame',
  '/main/track': 'frame',
  '/main/privacy': 'frame',
  '/main/cart': 'frame',
  '/main/cart/info': 'frame',
  '/main/cart/pay/:orderId': 'frame',
  '/main/order': 'frame',
  '/main/order/:id': 'frame',
  '/main/memberLogin': 'frame',
  '/main/member': 'frame',
  '/main/groups': 'campaigns',
  '/main/groups/detail/:id': 'campaign',
  '/g/:code': 'group',
  '/main/member/groups': 'frame',
  '/main/member/groups/:code': 'frame',
  '/main/staffInvitation': 'frame',
  '/main/loginBackend': 'frame',
  '/main/forgotBackend': 'frame',
  '/main/resetBackend': 'frame',
  '/backend': 'backOffice',
} as const

/** Data of a document: the replies that its screen would ask for, by endpoint and input. */
export interface DocumentData {
  /** The path with its query. */
  address: string
  /** Of the random order of a list, where it shows one. */
  seed?: number
  /** The time of the database when it was drawn, in epoch seconds, where the screen shows time. */
  serverNow?: number
  /** As the query cache of the web keeps them. */
  replies: { key: readonly unknown[]; reply: unknown }[]
}

/** Message of a document that has no screen to show, and where it leads on to. */
export interface DocumentNotice {
  message: string
  action: { label: string; path: string }
}

/** The title of the window and of the document; without a name it is the shop's. */
export function windowTitle(shopName: string, name?: string): string {
  return name ? `${name}｜${shopName}` : shopName
}
