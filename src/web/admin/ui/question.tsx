import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { isUnauthorized } from '../../api/api-error.ts'
import { isDefinitiveFailure } from '../../api/idempotency-key.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

export interface Question {
  title: string
  text: ReactNode
  /** The button that does it. */
  label: string
  /** The button that does not, by default 「返回」. */
  cancelLabel?: string
  color?: 'primary' | 'error'
  run: () => Promise<{ message?: string }>
  /** After a success, unless the question was closed before it. */
  onDone?: () => void
  /** It navigates away, so it cannot be closed while it runs. */
  leadsAway?: boolean
}

/**
 * Asks before something that cannot be taken back, does it and tells what came of it. A lost reply
 * leaves the question open, so that it can be sent again.
 */
export function QuestionDialog(props: Question & { onClose: () => void }) {
  const { run, onClose, onDone = onClose } = props
  // Set at the press: a second one may come before the first is drawn.
  const isRunning = useRef(false)
  const action = useMutation({
    mutationFn: run,
    onSettled: () => {
      isRunning.current = false
    },
    onSuccess: ({ message }) => {
      if (message) showToast({ tone: 'success', text: message })
    },
    onError: (error) => {
      // It comes only after 離開後台 or a change of account: nothing is left to tell.
      if (!isUnauthorized(error)) showToast({ tone: 'failure', text: error.message })
    },
  })
  const close = {
    onSuccess: onDone,
    onError: (error: Error) => isDefinitiveFailure(error) && onClose(),
  }
  return (
    <ConfirmDialog
      title={props.title}
      confirmLabel={props.label}
      cancelLabel={props.cancelLabel ?? '返回'}
      color={props.color ?? 'primary'}
      isRunning={action.isPending}
      // Of a call, unlike those of the mutation, callbacks do not run once the question is left.
      onConfirm={() => {
        if (isRunning.current) return
        isRunning.current = true
        action.mutate(undefined, close)
      }}
      onCancel={() => !(props.leadsAway && action.isPending) && onClose()}
    >
      {props.text}
    </ConfirmDialog>
  )
}

let asked: (Question & { key: number }) | undefined
let count = 0
const listeners = new Set<() => void>()

/** Asks on the screen of now; the next question takes the place of one that is open. */
export function confirm(question: Question): void {
  count += 1
  show({ ...question, key: count })
}

function show(next: typeof asked): void {
  asked = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The question of `confirm`, until it is answered or its screen is left. */
export function OpenQuestion() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another screen
  useEffect(() => () => show(undefined), [pathname])
  const question = useSyncExternalStore(subscribe, () => asked)
  if (!question) return null
  const { onDone, key, ...rest } = question
  const close = () => show(undefined)
  return (
    <QuestionDialog
      key={key}
      {...rest}
      onDone={() => {
        close()
        onDone?.()
      }}
      onClose={close}
    />
  )
}
