import { useState } from 'react'
import { Link } from 'react-router'
import { groupStateLabels } from '#contract/campaign-states.ts'
import type { LedGroup } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../../paths.ts'
import { isPastEnd } from '../../shared/page-number.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useLedGroups } from '../campaigns.queries.ts'
import { OwnGroupCard } from '../own/own-group-card.tsx'
import { OwnSection } from '../own/own-section.tsx'

/**
 * The groups of a leader whom the shop named and who has no place in them; nothing without any.
 * `isQuiet`: a failure is told elsewhere.
 */
export function LedGroups({ isQuiet }: { isQuiet: boolean }) {
  const [page, setPage] = useState(1)
  const { data, isError, isPlaceholderData, refetch } = useLedGroups(page)
  // The list may have shrunk since its last page was opened.
  if (data && isPastEnd(data.pagination)) setPage(data.pagination.total_pages)
  if (!data && isError && !isQuiet) {
    return <ErrorState message={t('我帶的團暫時無法顯示')} onRetry={() => refetch()} />
  }
  if (!data || (data.groups.length === 0 && page === 1)) return null
  const { groups, pagination } = data
  return (
    <OwnSection
      title={t('我帶的團')}
      isBusy={isPlaceholderData}
      pagination={pagination}
      onPage={setPage}
    >
      <ul className="space-y-4">
        {groups.map((group) => (
          <li key={group.code}>
            <LedGroupCard group={group} />
          </li>
        ))}
      </ul>
    </OwnSection>
  )
}

function LedGroupCard({ group }: { group: LedGroup }) {
  const state = <span className="text-sm text-ink-muted">{t(groupStateLabels[group.state])}</span>
  return (
    <OwnGroupCard group={group} titleLevel={3} state={state}>
      <p className="mt-3">
        <Link to={paths.leaderConsole(group.code)} className={buttonClass('secondary')}>
          {t('團主')}
        </Link>
      </p>
    </OwnGroupCard>
  )
}
