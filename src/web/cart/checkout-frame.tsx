import type { ReactNode } from 'react'
import { type CheckoutStep, StepIndicator } from './step-indicator.tsx'

/** What the cart, the information and the payment have in common. */
export function CheckoutFrame(props: { title: string; step?: CheckoutStep; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-6 lg:px-8 lg:py-12">
      <h1 className="mb-6 font-serif text-title font-semibold lg:mb-8">{props.title}</h1>
      {props.step !== undefined && <StepIndicator value={props.step} />}
      <div className="mt-8 lg:mt-10">{props.children}</div>
    </div>
  )
}
