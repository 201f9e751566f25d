import { type ComponentProps, lazy, Suspense } from 'react'
import { t } from '#contract/translate.ts'
import { FormCard } from '../../ui/form-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

// A shop without sign-in by LINE loads nothing of it.
const Proof = lazy(async () => ({ default: (await import('./line-proof.tsx')).LineProof }))
const Ways = lazy(async () => ({ default: (await import('./line-panel.tsx')).LinePanel }))
const AddEmail = lazy(async () => ({
  default: (await import('./add-email-panel.tsx')).AddEmailPanel,
}))
const Messages = lazy(async () => ({
  default: (await import('./line-messages-panel.tsx')).LineMessagesPanel,
}))
const SetPassword = lazy(async () => ({
  default: (await import('./set-password-panel.tsx')).SetPasswordPanel,
}))
const SignIn = lazy(async () => ({ default: (await import('./line-sign-in.tsx')).LineSignIn }))
const Return = lazy(async () => ({
  default: (await import('./line-return-screen.tsx')).LineReturnScreen,
}))

const panel = <Skeleton className="h-24 w-full" />

export const LineProof = (props: ComponentProps<typeof Proof>) => (
  <Suspense fallback={panel}>
    <Proof {...props} />
  </Suspense>
)

export const LinePanel = (props: ComponentProps<typeof Ways>) => (
  <Suspense fallback={panel}>
    <Ways {...props} />
  </Suspense>
)

export const AddEmailPanel = () => (
  <Suspense fallback={panel}>
    <AddEmail />
  </Suspense>
)

export const LineMessagesPanel = () => (
  <Suspense fallback={panel}>
    <Messages />
  </Suspense>
)

export const SetPasswordPanel = (props: ComponentProps<typeof SetPassword>) => (
  <Suspense fallback={panel}>
    <SetPassword {...props} />
  </Suspense>
)

/** Its place is kept while it loads, so that the forms below do not move. */
export const LineSignIn = (props: ComponentProps<typeof SignIn>) => (
  <Suspense fallback={<Skeleton className="mb-6 h-34 w-full" />}>
    <SignIn {...props} />
  </Suspense>
)

export const LineReturnScreen = (props: ComponentProps<typeof Return>) => (
  <Suspense fallback={<FormCard title={t('LINE 登入')} isLoading />}>
    <Return {...props} />
  </Suspense>
)
