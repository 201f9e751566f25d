import { useQuery } from '@tanstack/react-query'
import { privacyApi } from '#contract/privacy.ts'
import { apiQuery } from '../../api/queries.ts'
import { PolicyLinks } from '../../shared/policy-links.tsx'
import { LineLink } from './line-link.tsx'

/** Above the forms of a password. */
export function LineSignIn({ next }: { next: string | undefined }) {
  const policy = useQuery(apiQuery(privacyApi.read, { query: {} })).data?.policy
  return (
    <div className="mb-6 space-y-2">
      <LineLink purpose="sign_in" next={next}>
        使用 LINE 登入
      </LineLink>
      <p className="text-center text-sm text-ink-muted">
        首次登入會建立帳號，並表示您同意
        <PolicyLinks version={policy?.version} hasTerms={Boolean(policy?.terms)} />
      </p>
      <p className="flex items-center gap-3 text-sm text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        或使用電子信箱
      </p>
    </div>
  )
}
