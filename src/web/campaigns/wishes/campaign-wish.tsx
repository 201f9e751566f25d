import { useQuery, useQueryClient } from '@tanstack/react-query'
import { HandHeart } from 'lucide-react'
import { useNavigate } from 'react-router'
import { campaignWishApi } from '#contract/campaign-wishes.ts'
import { t } from '#contract/translate.ts'
import { callerQuery } from '../../api/caller-query.ts'
import { type MemberUser, useMemberSession } from '../../api/member-session.ts'
import { useApiMutation } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'

interface CampaignWishProps {
  /** In none that is open now. */
  productIds: readonly string[]
  /** This page, for the way back from the sign-in. */
  path: string
  question: string
}

/** Members ask for a group buy, and see how many do. */
export function CampaignWish({ productIds, path, question }: CampaignWishProps) {
  const session = useMemberSession()
  const navigate = useNavigate()
  const client = useQueryClient()
  const query = callerQuery(session, campaignWishApi.read, { query: { ids: productIds.join() } })
  const { data } = useQuery(query)
  const set = useApiMutation(campaignWishApi.set, {
    onSuccess: ({ wishes }) => client.setQueryData(query.queryKey, { success: true, wishes }),
  })
  // Those that are on sale; of an ended campaign it may be none.
  const wishes = data?.wishes ?? []
  const isWished = wishes.length > 0 && wishes.every(({ is_wished }) => is_wished)
  const members = Math.max(0, ...wishes.map((wish) => wish.members))

  function press() {
    if (!session.isLoggedIn) return navigate(paths.memberLogin({ next: path }))
    const asked = data ? wishes.map(({ product_id }) => product_id) : [...productIds]
    set.mutate({ data: { product_ids: asked, is_wished: !isWished } })
  }

  if (data && wishes.length === 0) return null
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <HandHeart aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
      <span className="min-w-40 flex-1">
        {isWished ? wishedText(session.user) : question}
        {members > 0 && (
          <span className="tabular-nums">{t('已有 {members} 人想要', { members })}</span>
        )}
      </span>
      <Button onClick={press} isLoading={set.isPending} aria-disabled={session.isRestoring}>
        {isWished ? t('取消登記') : t('想要開團')}
      </Button>
    </div>
  )
}

function wishedText(user: MemberUser | null): string {
  const hasNoMailbox = user?.hasLine === true && user.email === null
  return hasNoMailbox
    ? t('到會員中心加入電子信箱，開團時才能寄信通知您。')
    : t('開團時會寄信通知您。')
}
