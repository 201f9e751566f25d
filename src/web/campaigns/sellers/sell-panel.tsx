import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Campaign } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { type MemberUser, useMemberSession } from '../../api/member-session.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Panel } from '../panel.tsx'
import { SellerLinkButtons } from './seller-link-buttons.tsx'
import { useSelling, useTakeLink } from './sellers.queries.ts'

interface SellPanelProps {
  campaign: Campaign
  /** This page, for the way back from the sign-in. */
  path: string
}

/** On the page of a campaign that members sell: the own link, or the way to one. */
export function SellPanel({ campaign, path }: SellPanelProps) {
  const { user, isRestoring } = useMemberSession()
  const navigate = useNavigate()
  if (!campaign.has_sellers) return null
  if (user) return <OwnSelling key={user.uid} user={user} campaign={campaign} />
  const isRunning = campaign.state === 'open' || campaign.state === 'scheduled'
  if (isRestoring || campaign.leaders_only || !isRunning) return null
  return (
    <Panel title={t('幫賣這個團購')}>
      <Terms campaign={campaign} />
      <p className="mt-3">
        <Button onClick={() => void navigate(paths.memberLogin({ next: path }))}>
          {t('登入取得連結')}
        </Button>
      </p>
    </Panel>
  )
}

function OwnSelling({ user, campaign }: { user: MemberUser; campaign: Campaign }) {
  const { data } = useSelling(campaign.id)
  const selling = data?.selling
  if (!data || (!selling && !data.can_sell)) return null
  return (
    <Panel title={selling ? t('您的幫賣') : t('幫賣這個團購')}>
      {!selling && (
        <>
          <Terms campaign={campaign} />
          <TakeLink user={user} campaign={campaign} />
        </>
      )}
      {selling && (
        <>
          <p className="text-ink-muted tabular-nums">
            {selling.ended_at === undefined
              ? t('已有 {places} 位從您的連結跟團，共 {units} 份', {
                  places: selling.places,
                  units: selling.units,
                })
              : t('店家已結束您的幫賣，之前的跟團仍會計算分潤。')}
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            {selling.ended_at === undefined && (
              <SellerLinkButtons campaign={campaign} code={selling.code} />
            )}
            <Link to={paths.selling(campaign.id)} className={buttonClass('secondary')}>
              {t('幫賣紀錄')}
            </Link>
          </div>
        </>
      )}
    </Panel>
  )
}

function Terms({ campaign }: { campaign: Campaign }) {
  return (
    <p className="text-ink-muted">
      {t(
        '分享您的連結，朋友從連結跟團，訂單完成後您可得商品金額 {commission_percent} % 的分潤；自己的訂單不計。',
        { commission_percent: campaign.commission_percent ?? 0 },
      )}
    </p>
  )
}

const maxNameLength = 50

function TakeLink({ user, campaign }: { user: MemberUser; campaign: Campaign }) {
  const [name, setName] = useState(user.displayName ?? '')
  const [isMissing, setMissing] = useState(false)
  const take = useTakeLink()

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() === '' || take.isPending) return
    take.mutate({ params: { id: campaign.id }, data: { name: name.trim() } })
  }
  return (
    <form noValidate onSubmit={submit} className="mt-4 max-w-md space-y-3">
      <TextField
        label={t('您的稱呼')}
        maxLength={maxNameLength}
        help={t('買家只會看到第一個字，例如：王○○')}
        value={name}
        error={isMissing ? t('請填寫您的稱呼') : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <FormNotice failure={take.error?.message} />
      <Button type="submit" variant="primary" isLoading={take.isPending}>
        {t('取得幫賣連結')}
      </Button>
    </form>
  )
}
