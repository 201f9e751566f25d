import { Link, useParams } from 'react-router'
import { t } from '#contract/translate.ts'
import { isMissing } from '../api/api-error.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EntryFault } from '../ui/entry-fault.tsx'
import { CampaignSkeleton } from './campaign-layout.tsx'
import { useCampaign } from './campaigns.queries.ts'
import { GroupView } from './group-view.tsx'
import { useLiveGroup } from './use-live-group.ts'

/** The page that people send each other. */
export function GroupPage() {
  const { code = '' } = useParams()
  return <LiveGroup key={code} code={code} path={paths.group(code)} />
}

export function LiveGroup({ code, path }: { code: string; path: string }) {
  const group = useLiveGroup(code)
  const campaign = useCampaign(group.data?.group.campaign.id)
  if (group.data && campaign.data) {
    return <GroupView group={group.data.group} campaign={campaign.data.campaign} path={path} />
  }
  const { error } = group.isError ? group : campaign
  if (!error) return <CampaignSkeleton />
  return (
    <CampaignFault
      error={error}
      onRetry={() => Promise.all([group.refetch(), campaign.refetch()])}
    />
  )
}

export function CampaignFault({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const action = (
    <Link to={paths.campaigns()} className={buttonClass('primary')}>
      {t('看開團中的團購')}
    </Link>
  )
  const missing = isMissing(error) ? { message: t('找不到這個團購'), action } : undefined
  return <EntryFault heading={t('團購')} missing={missing} onRetry={onRetry} />
}
