import type { Static } from 'typebox'
import type * as schema from './campaign-sellers.schema.ts'
import { endpoint, subjectsOfCampaigns } from './endpoint.ts'

export type OwnSelling = Static<typeof schema.ownSellings.reply>['sellings'][number]
export type SoldPlace = Static<typeof schema.ownSelling.reply>['places'][number]
export type AdminSeller = Static<typeof schema.adminSellers.reply>['sellers'][number]

/** Days that a device keeps the link of a seller that was opened on it. */
export const sellerLinkDays = 7

/** Members who sell places of a pool by a link. */
export const sellerApi = {
  read: endpoint<typeof schema.readSeller>({
    method: 'GET',
    path: '{shop}/campaign/:id/seller/:code',
    caller: 'shopper',
    summary: 'The seller of a link to a campaign, as buyers see them; nothing for an unknown code',
  }),
  take: endpoint<typeof schema.takeLink>({
    method: 'POST',
    path: '{shop}/campaign/:id/seller',
    caller: 'member',
    summary: 'Take the own link to sell a campaign by; the same one each time',
  }),
  list: endpoint<typeof schema.ownSellings>({
    method: 'GET',
    path: '{shop}/selling',
    caller: 'member',
    summary: 'One page of the campaigns that the caller sells, the newest first',
  }),
  detail: endpoint<typeof schema.ownSelling>({
    method: 'GET',
    path: '{shop}/selling/:id',
    caller: 'member',
    summary: 'What the caller sells for a campaign, with one page of the places, names masked',
  }),
}

export const adminSellerApi = {
  list: endpoint<typeof schema.adminSellers>({
    method: 'GET',
    path: '{shop}/admin/campaign/:id/sellers',
    caller: 'admin',
    permission: 'money.read',
    shows: subjectsOfCampaigns,
    summary: 'One page of the sellers of a campaign with their sums, and the parts of its goods',
  }),
  set: endpoint<typeof schema.adminSeller>({
    method: 'PUT',
    path: '{shop}/admin/campaign-seller/:id',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'campaign.seller',
    summary: 'End what a member sells for a campaign, or take that back',
  }),
}
