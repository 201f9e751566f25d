import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  type LineSignInFault,
  type LineSignInPurpose,
  lineSignInFaults,
  lineSignInPurposes,
} from '#contract/line-sign-in.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../../paths.ts'
import { nextPath } from '../../shared/next-path.ts'
import { buttonClass } from '../../ui/button.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { usePageTitle } from '../../ui/page-head.ts'
import { showToast } from '../../ui/toast-store.ts'
import { loadIdentity } from '../session.ts'
import { LineLink } from './line-link.tsx'
import { faultTexts, lineMessage, needsPassword } from './line-messages.ts'

const title = 'LINE 登入'

/** Where the way through LINE ends: with a code that is exchanged here, or with the reason why not. */
export function LineReturnScreen({ query }: { query: URLSearchParams }) {
  const purpose = lineSignInPurposes.find((one) => one === query.get('lineFor')) ?? 'sign_in'
  const code = query.get('lineCode')
  const way = { purpose, next: nextPath(query) }
  if (code === null) {
    const fault = lineSignInFaults.find((one) => one === query.get('lineFault')) ?? 'failed'
    return <Fault {...way} text={t(faultTexts[fault])} fault={fault} />
  }
  return <Exchange key={code} {...way} code={code} />
}

interface Way {
  purpose: LineSignInPurpose
  next: string | undefined
}

function Exchange({ code, purpose, next }: Way & { code: string }) {
  usePageTitle(t(title))
  const navigate = useNavigate()
  // A query instead of a mutation: it runs once for a code, however often this screen renders.
  const exchange = useQuery({
    queryKey: ['exchange the code of LINE', code],
    queryFn: async () => ({ said: await exchanged(purpose, code) }),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const leave = useEffectEvent((said: string) => {
    showToast({ tone: 'success', text: said })
    void navigate(next ?? paths.member(), { replace: true })
  })
  const { data } = exchange
  useEffect(() => {
    if (data) leave(data.said)
  }, [data])
  if (!exchange.isError) return <FormCard title={t(title)} isLoading />
  const { error } = exchange
  return (
    <Fault
      {...{ purpose, next }}
      text={lineMessage(error)}
      isPasswordNeeded={needsPassword(error)}
    />
  )
}

/** Gives the words of the success. */
async function exchanged(purpose: LineSignInPurpose, code: string): Promise<string> {
  const identity = await loadIdentity()
  if (purpose === 'link') {
    await identity.linkLine(code)
    return t('已連結 LINE 登入')
  }
  if (purpose === 'confirm') {
    await identity.confirmByLine(code)
    return t('已用 LINE 確認身分')
  }
  const { isNew } = await identity.signInByLine({ code })
  return isNew ? t('已用 LINE 建立帳號，歡迎加入') : t('登入成功')
}

function Fault(props: Way & { text: string; fault?: LineSignInFault; isPasswordNeeded?: boolean }) {
  const { purpose, next, text, fault, isPasswordNeeded = false } = props
  usePageTitle(t(title))
  return (
    <FormCard title={t(title)}>
      <div className="space-y-5">
        <FormNotice failure={text} />
        {!isPasswordNeeded && (
          <LineLink purpose={purpose} next={next} isAgain={fault === 'other_browser'}>
            {purpose === 'sign_in' ? t('再用 LINE 登入一次') : t('再試一次')}
          </LineLink>
        )}
        <OtherWay {...{ purpose, next, isPasswordNeeded }} />
      </div>
    </FormCard>
  )
}

function OtherWay({ purpose, next, isPasswordNeeded }: Way & { isPasswordNeeded: boolean }) {
  if (purpose !== 'sign_in') {
    return (
      <Link to={next ?? paths.member()} className={buttonClass('quiet', { fullWidth: true })}>
        {t('回到會員中心')}
      </Link>
    )
  }
  return (
    <>
      <Link
        to={paths.memberLogin({ next })}
        className={buttonClass(isPasswordNeeded ? 'primary' : 'secondary', { fullWidth: true })}
      >
        {t('以電子信箱登入')}
      </Link>
      {isPasswordNeeded && (
        <Link
          to={paths.memberLogin({ view: 'forgot', next })}
          className={buttonClass('quiet', { fullWidth: true })}
        >
          {t('忘記密碼')}
        </Link>
      )}
    </>
  )
}
