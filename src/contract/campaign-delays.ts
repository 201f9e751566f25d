import type * as schema from './campaign-delays.schema.ts'
import { endpoint } from './endpoint.ts'

export const adminCampaignDelayApi = {
  announce: endpoint<typeof schema.announceDelay>({
    method: 'POST',
    path: '{shop}/admin/campaign/:id/delay',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'campaign.delay',
    summary: 'Tell a later day of shipping, and ask each who waits: go on waiting, or a refund',
  }),
}

export const campaignDelayApi = {
  answer: endpoint<typeof schema.answerDelay>({
    method: 'POST',
    path: '{shop}/participation/:id/delay',
    caller: 'member',
    summary: 'Answer a delay of an own place: go on waiting, or cancel its order for a refund',
  }),
}
