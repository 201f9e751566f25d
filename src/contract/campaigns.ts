import type { Static } from 'typebox'
import type * as adminSchema from './admin-campaigns.schema.ts'
import type * as schema from './campaigns.schema.ts'
import { endpoint, subjectsOfCampaigns } from './endpoint.ts'
import type * as participationSchema from './participations.schema.ts'

export type CampaignSummary = Static<typeof schema.CampaignSummary>
export type CampaignTier = Static<typeof schema.CampaignTier>
export type Campaign = Static<typeof schema.Campaign>
export type Group = Static<typeof schema.Group>
export type Participation = Static<typeof participationSchema.Participation>
export type DelayAnswer = NonNullable<NonNullable<Participation['delay']>['answer']>
export type PlaceQuote = Static<typeof participationSchema.PlaceQuote>
export type LedGroup = Static<typeof participationSchema.ledGroups.reply>['groups'][number]
export type LeaderConsole = Static<typeof participationSchema.leaderConsole.reply>['console']
export type AdminCampaign = Static<typeof adminSchema.AdminCampaign>
export type AdminGroup = Static<typeof adminSchema.AdminGroup>
export type AdminParticipation = Static<typeof adminSchema.AdminParticipation>
export type Settlement = Static<typeof adminSchema.adminSettlement.reply>['settlement']

/** Payload of an event in a group's stream. */
export type GroupEventData = Group & { server_now: number }

export const campaignApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/campaigns',
    caller: 'anyone',
    shows: subjectsOfCampaigns,
    summary: 'One page of campaigns: open ones by their end, scheduled by their start, or ended',
  }),
  detail: endpoint<typeof schema.detail>({
    method: 'GET',
    path: '{shop}/campaign/:id',
    caller: 'anyone',
    shows: subjectsOfCampaigns,
    summary: 'One campaign, published',
  }),
}

export const groupApi = {
  detail: endpoint<typeof schema.group>({
    method: 'GET',
    path: '{shop}/group/:code',
    caller: 'anyone',
    shows: subjectsOfCampaigns,
    summary: 'One group by its code, with an ETag',
  }),
  events: endpoint<typeof schema.groupEvents>({
    method: 'GET',
    path: '{shop}/group/:code/events',
    caller: 'anyone',
    summary: 'The live state of a group as server-sent events',
  }),
}
