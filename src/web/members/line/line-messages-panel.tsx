import { useQuery } from '@tanstack/react-query'
import { lineMessagesApi } from '#contract/line-messages.ts'
import { t } from '#contract/translate.ts'
import { callerQuery } from '../../api/caller-query.ts'
import { useMemberSession } from '../../api/member-session.ts'
import { useApiMutation } from '../../api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** Whether the member is told of own orders by LINE, and what is missing for that. */
export function LineMessagesPanel() {
  const own = useQuery(callerQuery(useMemberSession(), lineMessagesApi.read, {}))
  const change = useApiMutation(lineMessagesApi.update, { refresh: [lineMessagesApi.read] })
  if (own.error)
    return <ErrorNotice message={own.error.message} onRetry={() => void own.refetch()} />
  if (!own.data) return <Spinner />
  const { is_linked, is_friend, is_on, add_friend_url } = own.data.line
  return (
    <div className="space-y-4">
      <CheckboxField
        label={t('成團、到店與出貨時以 LINE 通知我')}
        help={t('其他消息仍以電子郵件寄送，可以隨時關閉。')}
        checked={is_on}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ data: { is_on: event.target.checked } })}
      />
      {is_on && !is_linked && (
        <p className="text-sm text-ink-muted">
          {t('還沒有連結 LINE：請先在登入方式連結您的 LINE 帳號，才收得到通知。')}
        </p>
      )}
      {is_on && is_linked && !is_friend && (
        <p className="text-sm text-ink-muted">
          {t('還沒有加入官方帳號為好友，加入後才收得到通知。')}
        </p>
      )}
      {!is_friend && add_friend_url && (
        <a
          href={add_friend_url}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary')}
        >
          {t('加入 LINE 好友')}
        </a>
      )}
    </div>
  )
}
