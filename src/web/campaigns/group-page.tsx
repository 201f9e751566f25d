import { Link, useParams } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-title.ts'
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
  usePageTitle(group.data?.group.campaign.title ?? '團購')
  if (group.data && campaign.data) {
    return <GroupView group={group.data.group} campaign={campaign.data.campaign} path={path} />
  }
  const { error } = group.isError ? group : campaign
  if (!error) return <CampaignSkeleton />
  return (
    <CampaignFault
      status={error.status}
      onRetry={() => Promise.all([group.refetch(), campaign.refetch()])}
    />
  )
}

export function CampaignFault({ status, onRetry }: { status: number; onRetry: () => unknown }) {
  const isUnknown = status >= 400 && status < 500 && status !== 429
  return (
    <>
      <h1 className="sr-only">團購</h1>
      {isUnknown ? (
        <EmptyState
          message="找不到這個團購"
          action={
            <Link to={paths.campaigns()} className={buttonClass('primary')}>
              看開團中的團購
            </Link>
          }
        />
      ) : (
        <ErrorState message="團購暫時無法顯示" onRetry={onRetry} />
      )}
    </>
  )
}
