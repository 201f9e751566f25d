import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../api/member-session.ts'
import { paths } from '../paths.ts'

const steps = ['購物車結帳', '填寫寄送資訊', '付款']

/** -1 empty cart, 0 cart, 1 information, 2 unpaid, 3 paid. */
export type CheckoutStep = -1 | 0 | 1 | 2 | 3

export function StepIndicator({ value }: { value: CheckoutStep }) {
  const { isLoggedIn, isRestoring } = useMemberSession()
  const isGuest = !isLoggedIn && !isRestoring
  return (
    <nav aria-label={t('結帳進度')} className="mx-auto w-full max-w-xl">
      <ol data-step={value} className="grid grid-cols-3">
        {steps.map((name, index) => (
          <Step key={name} name={t(name)} index={index} value={value}>
            {/* Once it is ordered, nothing of it is missing. */}
            {index === 0 && isGuest && value < 2 && (
              <span className="text-sm font-medium text-danger">{t('尚未登入會員')}</span>
            )}
          </Step>
        ))}
      </ol>
    </nav>
  )
}

function Step(props: {
  name: string
  index: number
  value: CheckoutStep
  children: React.ReactNode
}) {
  const { name, index, value } = props
  const isDone = index < value
  const isCurrent = index === value
  const mark = (
    <>
      <span
        aria-hidden="true"
        className={`mb-2 grid size-8 place-items-center rounded-full border text-sm tabular-nums ${circle(isDone, isCurrent)}`}
      >
        {isDone ? <Check className="size-4" strokeWidth={2.5} /> : index + 1}
      </span>
      <span className={isCurrent ? 'text-sm font-semibold text-ink' : 'text-sm text-ink-muted'}>
        {name}
      </span>
      {isDone && <span className="sr-only">{t('（已完成）')}</span>}
    </>
  )
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className="relative flex flex-col items-center text-center"
    >
      {index > 0 && (
        <span
          aria-hidden="true"
          className={`absolute top-4 right-1/2 -z-10 h-px w-full -translate-y-1/2 ${
            index <= value ? 'bg-accent' : 'bg-line'
          }`}
        />
      )}
      {/* The order has emptied the cart: from the payment nothing leads back. */}
      {index === 0 && value === 1 ? (
        <Link
          to={paths.cart()}
          className="flex flex-col items-center rounded-lg underline-offset-4 hover:underline"
        >
          {mark}
        </Link>
      ) : (
        mark
      )}
      {props.children}
    </li>
  )
}

function circle(isDone: boolean, isCurrent: boolean): string {
  if (isCurrent) return 'border-accent bg-fill text-on-fill'
  return isDone ? 'border-accent bg-paper text-accent' : 'border-line bg-paper text-ink-muted'
}
