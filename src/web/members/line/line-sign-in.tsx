import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { lineStartAddress } from '#contract/line-sign-in.ts'
import { privacyApi } from '#contract/privacy.ts'
import { t } from '#contract/translate.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { isInLine, whenInLine } from '../../shared/liff-client.ts'
import { PolicyLinks } from '../../shared/policy-links.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { loadIdentity } from '../session.ts'
import { LineButton, LineLink } from './line-link.tsx'
import { lineMessage } from './line-messages.ts'

const label = '使用 LINE 登入'

/** Above the forms of a password. */
export function LineSignIn({ next }: { next: string | undefined }) {
  const policy = useQuery(apiQuery(privacyApi.read, { query: {} })).data?.policy
  return (
    <div className="mb-6 space-y-2">
      {isInLine() ? (
        <InsideLine next={next} />
      ) : (
        <LineLink purpose="sign_in" next={next}>
          {t(label)}
        </LineLink>
      )}
      <p className="text-center text-sm text-ink-muted">
        {t('首次登入會建立帳號，並表示您同意')}
        <PolicyLinks version={policy?.version} hasTerms={Boolean(policy?.terms)} />
      </p>
      <p className="flex items-center gap-3 text-sm text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('或使用電子信箱')}
      </p>
    </div>
  )
}

/** LINE has said who is here when it opened the shop: the page is not left. */
function InsideLine({ next }: { next: string | undefined }) {
  const navigate = useNavigate()
  const signIn = useMutation({
    mutationFn: async () => {
      const idToken = (await whenInLine())?.idToken()
      if (idToken === undefined) {
        location.assign(lineStartAddress({ purpose: 'sign_in', next }))
        return
      }
      const { isNew } = await (await loadIdentity()).signInByLine({ idToken })
      showToast({
        tone: 'success',
        text: isNew ? t('已用 LINE 建立帳號，歡迎加入') : t('登入成功'),
      })
      void navigate(next ?? paths.member(), { replace: true })
    },
  })
  return (
    <>
      <LineButton onClick={() => signIn.mutate()} isBusy={signIn.isPending}>
        {t(label)}
      </LineButton>
      <FormNotice failure={signIn.isError && lineMessage(signIn.error)} />
    </>
  )
}
