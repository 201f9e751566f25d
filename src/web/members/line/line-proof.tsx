import type { ReactNode } from 'react'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../../api/member-session.ts'
import { paths } from '../../paths.ts'
import { LineLink } from './line-link.tsx'

/** The server takes a proof for five minutes; a little less is left to a person. */
const freshSeconds = 4.5 * 60

/** Of a member without a password: its content is open once LINE has shown who is here. */
export function LineProof({ action, children }: { action: string; children: ReactNode }) {
  const { token } = useMemberSession()
  if (isFresh(token)) return children
  return (
    <div className="space-y-4">
      <p className="text-sm text-ink-muted">
        {t('為了保護您的帳號，請先用 LINE 確認身分；確認後 5 分鐘內可以{action}。', { action })}
      </p>
      <LineLink purpose="confirm" next={paths.member()}>
        {t('用 LINE 確認身分')}
      </LineLink>
    </div>
  )
}

/** By the time of the proof that stands in the token. */
function isFresh(token: string | null, now = Date.now()): boolean {
  const [, payload = ''] = token?.split('.') ?? []
  const time = /"auth_time":(\d+)/.exec(decoded(payload))?.[1]
  return time !== undefined && now / 1_000 - Number(time) < freshSeconds
}

function decoded(part: string): string {
  try {
    return atob(part.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
