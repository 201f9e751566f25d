import { ExternalLink } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { carrierLabels } from '#contract/order-states.ts'
import { ownReturnLabels, returnWayLabels } from '#contract/return-states.ts'
import type { OrderReturn, Returnable } from '#contract/returns.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatDateTime, formatTimeDay } from '../../ui/dates.ts'
import { FormNotice } from '../../ui/form-notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DetailRow } from '../detail-row.tsx'
import { OrderSection } from '../order-section.tsx'
import { sendTo, untilText } from './return-words.ts'
import { useSendReturn, useWithdrawReturn } from './returns.queries.ts'

/** The returns of an order, and the way to another one or why there is none. */
export function OrderReturns(props: {
  orderId: string
  returns: readonly OrderReturn[]
  returnable: Returnable | undefined
}) {
  const { orderId, returns, returnable } = props
  if (returns.length === 0 && !returnable) return null
  const isOpen = returnable !== undefined && returnable.why_not === undefined
  return (
    <OrderSection title={t('退貨')}>
      {returns.length > 0 && (
        <ul
          className={`divide-y divide-line ${returnable ? 'mb-4 border-b border-line pb-4' : ''}`}
        >
          {returns.map((one) => (
            <OwnReturn key={one.id} orderId={orderId} one={one} />
          ))}
        </ul>
      )}
      {returnable && (
        <p className="text-sm text-ink-muted">{returnable.why_not ?? untilText(returnable)}</p>
      )}
      {isOpen && (
        <p className="mt-3 print:hidden">
          <Link to={paths.returnOrder(orderId)} className={buttonClass('secondary')}>
            {t('申請退貨')}
          </Link>
        </p>
      )}
    </OrderSection>
  )
}

function OwnReturn({ orderId, one }: { orderId: string; one: OrderReturn }) {
  const { state, way, answer, refund } = one
  const isBack = state === 'received' || state === 'judged'
  // Until then the shop has come for the goods; a shopper who sends them has no such day.
  const due = isBack ? t('最晚退款') : way === 'pickup' && t('最晚取件')
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <p className="font-medium">{t(ownReturnLabels[state])}</p>
      <dl className="mt-2">
        <DetailRow name={t('商品')}>
          {one.lines.map(({ title, qty }) => `${title} × ${qty}`).join(t('、'))}
        </DetailRow>
        <DetailRow name={t('申請時間')}>{formatDateTime(one.create_at)}</DetailRow>
        {way && <DetailRow name={t('退回方式')}>{t(returnWayLabels[way])}</DetailRow>}
        {one.tracking_number && (
          <DetailRow name={t('貨運單號')}>
            <span className="mr-3 tabular-nums">
              {[one.carrier && t(carrierLabels[one.carrier]), one.tracking_number]
                .filter(Boolean)
                .join(' ')}
            </span>
            {one.tracking_url && (
              <a
                href={one.tracking_url}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex items-center gap-1 text-accent-strong underline print:hidden"
              >
                {t('查詢貨態')}
                <ExternalLink aria-hidden="true" className="size-4" />
              </a>
            )}
          </DetailRow>
        )}
        {answer && <DetailRow name={t('店家說明')}>{answer}</DetailRow>}
        {one.due_at !== undefined && due && (
          <DetailRow name={due}>{formatTimeDay(one.due_at)}</DetailRow>
        )}
        {one.to === 'credit' && <DetailRow name={t('退款方式')}>{t('購物金')}</DetailRow>}
        {refund !== undefined && <DetailRow name={t('退還金額')}>{formatMoney(refund)}</DetailRow>}
        {one.refund_note && <DetailRow name={t('退款說明')}>{one.refund_note}</DetailRow>}
      </dl>
      {state === 'accepted' && way === 'parcel' && (sendTo() || !answer) && (
        <p className="mt-2 [overflow-wrap:anywhere]">
          {sendTo() ? t('請寄到：{sendTo}', { sendTo: sendTo() }) : t('寄件地址請留言詢問店家')}
        </p>
      )}
      {one.can_send && <SendForm orderId={orderId} one={one} />}
      {one.can_withdraw && <Withdraw orderId={orderId} one={one} />}
    </li>
  )
}

/** The number of the parcel in which the goods come. */
function SendForm({ orderId, one }: { orderId: string; one: OrderReturn }) {
  const [number, setNumber] = useState(one.tracking_number ?? '')
  const [isWrong, setWrong] = useState(false)
  const send = useSendReturn()

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = number.trim()
    const isNumber = /^[A-Za-z0-9-]{1,40}$/.test(typed)
    setWrong(!isNumber)
    if (!isNumber) return
    send.mutate({ params: { id: orderId, returnId: one.id }, data: { tracking_number: typed } })
  }

  return (
    <form noValidate className="mt-3 space-y-3 print:hidden" onSubmit={submit}>
      <TextField
        label={t('寄回的貨運單號')}
        value={number}
        autoComplete="off"
        error={isWrong ? t('請輸入英文字母與數字的單號') : undefined}
        onChange={(event) => {
          setNumber(event.target.value)
          setWrong(false)
        }}
      />
      <FormNotice failure={send.error?.message} />
      <Button type="submit" isLoading={send.isPending}>
        {t('儲存單號')}
      </Button>
    </form>
  )
}

function Withdraw({ orderId, one }: { orderId: string; one: OrderReturn }) {
  const [isAsking, setAsking] = useState(false)
  const withdraw = useWithdrawReturn()
  const goods = one.lines.map(({ title, qty }) => `${title} × ${qty}`).join(t('、'))
  const close = () => {
    setAsking(false)
    if (withdraw.isError) withdraw.reset()
  }
  return (
    <>
      <p className="mt-2 -ml-3 print:hidden">
        <Button variant="quiet" aria-description={goods} onClick={() => setAsking(true)}>
          {t('取消退貨申請')}
        </Button>
      </p>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={t('取消退貨申請')}
        text={t('{goods}。取消後商品由您保留；退貨期限內可以再申請。', { goods })}
        confirm={t('確定取消')}
        failure={withdraw.error?.message}
        isLoading={withdraw.isPending}
        onConfirm={() =>
          withdraw.mutate({ params: { id: orderId, returnId: one.id } }, { onSuccess: close })
        }
      />
    </>
  )
}
