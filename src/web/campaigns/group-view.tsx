import type { ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { campaignHead } from '#contract/campaign-head.ts'
import { isOpenGroup } from '#contract/campaign-states.ts'
import type { Campaign, Group } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../api/member-session.ts'
import { paths } from '../paths.ts'
import { ShareButton } from '../share/share-button.tsx'
import { ActionBar } from '../ui/action-bar.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { usePageHead } from '../ui/page-head.ts'
import { CampaignFacts } from './campaign-facts.tsx'
import { CampaignHeading } from './campaign-heading.tsx'
import { CampaignLayout } from './campaign-layout.tsx'
import { CampaignProducts } from './campaign-products.tsx'
import { CampaignText } from './campaign-text.tsx'
import { useOwnPlace } from './campaigns.queries.ts'
import { DeadlinePanel } from './deadline-panel.tsx'
import { HowItGoes } from './how-it-goes.tsx'
import { askedPart } from './join/asked-quantities.ts'
import { JoinGroupDialog } from './join/join-dialog.tsx'
import { MembersPanel } from './members-panel.tsx'
import { OwnPlace } from './own/own-place.tsx'
import { groupShareText } from './prices/group-price.ts'
import { PricePanel } from './prices/price-panel.tsx'
import { SellPanel } from './sellers/sell-panel.tsx'
import { SellerBadge } from './sellers/seller-badge.tsx'
import { sellerPath } from './sellers/seller-link.ts'
import { useLinkedSeller, useOwnCode } from './sellers/sellers.queries.ts'
import { WishAgain } from './wishes/wish-again.tsx'

/** One group: of a pool, or a team. `path` is the address that it is shown at. */
export function GroupView(props: { campaign: Campaign; group: Group; path: string }) {
  const { campaign, group, path } = props
  usePageHead((site) => campaignHead({ campaign, group }, site))
  const { user } = useMemberSession()
  const place = useOwnPlace(group.code)
  const form = useForm(path)
  const seller = useLinkedSeller(campaign)
  const ownCode = useOwnCode(campaign)
  const hasPlace = place !== undefined && place.ended_at === undefined
  const isOpen = isOpenGroup(group)
  return (
    <>
      <GroupLayout
        campaign={campaign}
        group={group}
        place={
          <>
            {seller && isOpen && !hasPlace && <SellerBadge campaign={campaign} seller={seller} />}
            {place && <OwnPlace place={place} campaign={campaign} isAskedElsewhere={form.isOpen} />}
            {!isOpen && group.state !== 'closing' && (
              <WishAgain campaign={campaign} path={paths.group(group.code)} />
            )}
          </>
        }
        more={<SellPanel campaign={campaign} path={path} />}
        actions={
          <>
            <ShareButton
              look={hasPlace && isOpen ? 'primary' : 'secondary'}
              shown={{ campaign, group }}
              shared={{
                path: ownCode
                  ? sellerPath(paths.campaign(campaign.id), ownCode)
                  : paths.group(group.code),
                title: campaign.title,
                text: groupShareText(group, campaign),
              }}
            />
            <div className="flex-1 basis-36">
              <JoinButton {...{ group, hasPlace, isOpen }} onJoin={form.open} />
            </div>
          </>
        }
      />
      {user && (
        <JoinGroupDialog
          key={user.uid}
          isOpen={form.isOpen}
          onClose={form.close}
          user={user}
          campaign={campaign}
          group={group}
          hasPlace={hasPlace}
          seller={seller}
        />
      )}
    </>
  )
}

/** The page of a group without what a shopper does on it. */
export function GroupLayout(props: {
  campaign: Campaign
  group: Group
  place?: ReactNode
  /** At the end: it may come late, and moves nothing there. */
  more?: ReactNode
  actions: ReactNode
}) {
  const { campaign, group } = props
  return (
    <CampaignLayout
      campaign={campaign}
      decision={
        <>
          <CampaignHeading campaign={campaign} />
          <PricePanel campaign={campaign} group={group} />
          <DeadlinePanel campaign={campaign} group={group} />
          {props.place}
          <ActionBar>{props.actions}</ActionBar>
          <CampaignFacts campaign={campaign} group={group} />
        </>
      }
    >
      <MembersPanel group={group} />
      <HowItGoes campaign={campaign} group={group} />
      <CampaignText campaign={campaign} />
      <CampaignProducts campaign={campaign} group={group} />
      {props.more}
    </CampaignLayout>
  )
}

function JoinButton(props: {
  group: Group
  hasPlace: boolean
  isOpen: boolean
  onJoin: () => void
}) {
  const { group, hasPlace, isOpen, onJoin } = props
  if (hasPlace) {
    return (
      <Link to={paths.myGroups()} className={buttonClass('secondary', { fullWidth: true })}>
        {t('我的團')}
      </Link>
    )
  }
  if (!isOpen) {
    return (
      <Link to={paths.campaigns()} className={buttonClass('primary', { fullWidth: true })}>
        {t('看其他開團')}
      </Link>
    )
  }
  if (group.places_left === 0) {
    return <p className="py-2.5 text-center font-semibold">{t('已額滿')}</p>
  }
  return (
    <Button variant="primary" fullWidth onClick={onJoin}>
      {t('我要跟團')}
    </Button>
  )
}

/** The form is a part of the address, so that Back closes it and a sign-in comes back to it. */
export function useForm(path: string) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { isLoggedIn } = useMemberSession()
  const address = `${path}?join=1${askedPart(query)}`
  return {
    isOpen: query.get('join') === '1',
    open: () => {
      if (isLoggedIn) void navigate(address)
      else void navigate(paths.memberLogin({ next: address }), { state: { isJoining: true } })
    },
    close: () => void navigate(path, { replace: true }),
  }
}
