import { useQuery } from '@tanstack/react-query'
import { sellerApi } from '#contract/campaign-sellers.ts'
import type { Campaign } from '#contract/campaigns.ts'
import { callerQuery } from '../../api/caller-query.ts'
import { useMemberSession } from '../../api/member-session.ts'
import { keepPreviousRows, useApiMutation } from '../../api/queries.ts'
import { useSellerCode } from './seller-link.ts'

/** The seller whose link led here, as the shop knows it. */
export interface LinkedSeller {
  code: string
  /** Masked; undefined for the caller's own link, which does not count. */
  name: string | undefined
}

export function useLinkedSeller(
  campaign: Pick<Campaign, 'id' | 'has_sellers'>,
): LinkedSeller | undefined {
  const session = useMemberSession()
  const code = useSellerCode(campaign.id)
  const isAsked = campaign.has_sellers === true && code !== null
  const { data } = useQuery({
    ...callerQuery(session, sellerApi.read, { params: { id: campaign.id, code: code ?? '' } }),
    enabled: isAsked && !session.isRestoring,
  })
  if (!isAsked || !data) return undefined
  const isShown = data.is_own === true || data.seller !== undefined
  return isShown ? { code, name: data.seller?.name } : undefined
}

/** The code of the member's own link to a campaign, which every link that they share has. */
export function useOwnCode(campaign: Pick<Campaign, 'id' | 'has_sellers'>): string | undefined {
  const { data } = useSelling(campaign.id, { isAsked: campaign.has_sellers === true })
  return data?.selling?.ended_at === undefined ? data?.selling?.code : undefined
}

/** The sales of the member for a campaign, with one page of the places. */
export function useSelling(campaignId: string, { page = 1, isAsked = true } = {}) {
  const session = useMemberSession()
  const input = { params: { id: campaignId }, query: { page: String(page) } }
  return useQuery({
    ...callerQuery(session, sellerApi.detail, input),
    enabled: isAsked && session.user !== null,
    placeholderData: keepPreviousRows(({ places }) => places),
  })
}

export function useSellings(page: number) {
  const session = useMemberSession()
  return useQuery({
    ...callerQuery(session, sellerApi.list, { query: { page: String(page) } }),
    enabled: session.user !== null,
    placeholderData: keepPreviousRows(({ sellings }) => sellings),
  })
}

export function useTakeLink() {
  return useApiMutation(sellerApi.take, {
    hasNotice: true,
    refresh: [sellerApi.detail, sellerApi.list],
  })
}
