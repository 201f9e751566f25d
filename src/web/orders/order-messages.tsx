import { useId, useState } from 'react'
import type { OrderTimelineEvent } from '#contract/order-life.ts'
import { t } from '#contract/translate.ts'
import { shopConfig } from '../api/shop-config.ts'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { TextAreaField } from '../ui/text-field.tsx'
import { OrderSection } from './order-section.tsx'
import { useAskAboutOrder } from './orders.queries.ts'

const maxLength = 1_000

/** Messages between shopper and shop about an order, oldest first, and a form for more. */
export function OrderMessages(props: { orderId: string; messages: OrderTimelineEvent[] }) {
  const { orderId, messages } = props
  const [isWriting, setWriting] = useState(false)
  const isOpen = isWriting || messages.length > 0
  return (
    <OrderSection title={t('聯絡商店')}>
      {messages.length > 0 ? (
        <ol className="space-y-3">
          {messages.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added at the end.
            <Message key={index} message={message} />
          ))}
        </ol>
      ) : (
        <p className="text-ink-muted">{t('對這筆訂單有問題或想更改，都可以留言給商店。')}</p>
      )}
      {isOpen ? (
        <MessageForm orderId={orderId} takesFocus={isWriting && messages.length === 0} />
      ) : (
        <p className="mt-3 print:hidden">
          <Button onClick={() => setWriting(true)}>{t('留言給商店')}</Button>
        </p>
      )}
    </OrderSection>
  )
}

function Message({ message: { kind, text, at } }: { message: OrderTimelineEvent }) {
  const isOwn = kind === 'asked'
  return (
    <li className={isOwn ? 'pl-8 sm:pl-24' : 'pr-8 sm:pr-24'}>
      <p className="text-sm text-ink-muted tabular-nums">
        <span className="font-medium text-ink">{isOwn ? t('您') : t('商店')}</span>・
        {formatDateTime(at)}
      </p>
      <p
        className={`mt-1 rounded-card px-4 py-3 whitespace-pre-line [overflow-wrap:anywhere] ${isOwn ? 'bg-sand' : 'border border-line-strong'}`}
      >
        {text}
      </p>
    </li>
  )
}

function MessageForm({ orderId, takesFocus }: { orderId: string; takesFocus: boolean }) {
  const [typed, setTyped] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const noteId = useId()
  const ask = useAskAboutOrder({
    // Text typed during the sending stays.
    onSent: (sent) => setTyped((now) => (now.trim() === sent ? '' : now)),
  })
  return (
    <form
      noValidate
      className="mt-4 space-y-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        const text = typed.trim()
        setEmpty(text === '')
        if (text) ask.mutate({ params: { id: orderId }, data: { text } })
      }}
    >
      <TextAreaField
        label={t('留言')}
        autoFocus={takesFocus}
        value={typed}
        maxLength={maxLength}
        rows={3}
        error={isEmpty ? t('請輸入內容') : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          setEmpty(false)
        }}
      />
      {ask.error && (
        <p role="alert" className="text-sm text-danger">
          {ask.error.message}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="secondary"
          isLoading={ask.isPending}
          aria-describedby={noteId}
        >
          {t('送出留言')}
        </Button>
        <p id={noteId} className="text-sm text-ink-muted">
          {shopConfig.canMail ? t('商店回覆後會寄信通知您') : t('商店的回覆會顯示在這裡')}
        </p>
      </div>
    </form>
  )
}
