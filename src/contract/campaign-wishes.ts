import type { Static } from 'typebox'
import type * as schema from './campaign-wishes.schema.ts'
import { endpoint } from './endpoint.ts'

export type WishedProduct = Static<typeof schema.adminWishes.reply>['wishes'][number]

export const campaignWishApi = {
  read: endpoint<typeof schema.readWishes>({
    method: 'GET',
    path: '{shop}/campaign-wishes',
    caller: 'shopper',
    summary: 'How many members ask for a group buy of some products, and whether the caller does',
  }),
  set: endpoint<typeof schema.setWish>({
    method: 'POST',
    path: '{shop}/campaign-wishes',
    caller: 'member',
    summary: 'Ask for a group buy of some products, or no longer; told by a mail when one opens',
  }),
}

export const adminCampaignWishApi = {
  list: endpoint<typeof schema.adminWishes>({
    method: 'GET',
    path: '{shop}/admin/campaign-wishes',
    caller: 'admin',
    permission: 'money.read',
    shows: ['campaign', 'product'],
    summary: 'One page of products that members ask a group buy for, most asked for first',
  }),
}
