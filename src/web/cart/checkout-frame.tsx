import type { ReactNode, Ref } from 'react'
import { pageClass } from '../ui/page-width.ts'
import { type CheckoutStep, StepIndicator } from './step-indicator.tsx'

interface CheckoutFrameProps {
  title: string
  /** To move the focus to the title when it changes. */
  titleRef?: Ref<HTMLHeadingElement>
  step?: CheckoutStep
  children: ReactNode
}

/** The page of the cart, the information and the payment. */
export function CheckoutFrame({ title, titleRef, step, children }: CheckoutFrameProps) {
  return (
    <div className={`${pageClass} print:p-0`}>
      <h1
        ref={titleRef}
        tabIndex={titleRef ? -1 : undefined}
        className="mb-6 font-serif text-title font-semibold outline-none lg:mb-8"
      >
        {title}
      </h1>
      {step !== undefined && (
        <div className="print:hidden">
          <StepIndicator value={step} />
        </div>
      )}
      <div className="mt-8 lg:mt-10">{children}</div>
    </div>
  )
}
