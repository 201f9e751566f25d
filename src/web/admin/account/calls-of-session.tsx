import { useEffect, useRef, useState } from 'react'
import { adminSessionApi } from '#contract/admin.ts'
import { setAdminSender } from '../../api/admin-calls.ts'
import { adminToken, setAdminToken } from '../../api/admin-session.ts'
import { ApiError, isUnauthorized } from '../../api/api-error.ts'
import { useApiMutation } from '../../api/queries.ts'
import { type SignedInAdmin, useAdmin } from '../admin-context.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ConfirmationDialog, withProof } from './identity-confirmation.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { useSharedQuestion } from './shared-question.ts'

interface CallsOfSessionProps {
  /** Asks the server whose the token of now is; gives whether it is this administrator's. */
  checkAgain: () => Promise<boolean>
  /** The token that the last check has passed with. */
  checkedToken: () => string | undefined
  /** How many checks have passed. */
  checks: number
  /** A check was refused: the session is over, though no call waits. */
  isOver: boolean
  /** The account that has signed in since, if it is not the one of this screen. */
  another: SignedInAdmin | undefined
  onSwitch: () => void
  onLeave: () => void
}

/**
 * Sends the calls of the back office. A call that finds the session over waits while a dialog asks to
 * sign in again, and is then sent again, so that nothing that was typed is lost. A call that needs a
 * recent proof waits for it likewise.
 */
export function CallsOfSession(props: CallsOfSessionProps) {
  const { checkAgain, checkedToken, checks, isOver, another } = props
  const { ask: askToSignIn, answer: answerSignIn } = useSharedQuestion()
  const { ask: askForProof, answer: answerProof } = useSharedQuestion()
  const [isReturning, setReturning] = useState(false)
  const answer = useRef(answerSignIn)
  useEffect(() => {
    answer.current = answerSignIn
  })

  useEffect(() => {
    const session: Session = {
      isChecked: () => adminToken() === checkedToken(),
      // Another tab may have signed in.
      regain: async () =>
        (adminToken() !== checkedToken() && (await checkAgain())) || askToSignIn(),
    }
    setAdminSender((send) => withProof(() => withSession(send, session), askForProof))
    return () => {
      setAdminSender(null)
      answer.current?.(false)
    }
  }, [checkAgain, checkedToken, askToSignIn, askForProof])

  useEffect(() => {
    if (isOver) void askToSignIn()
  }, [isOver, askToSignIn])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each check that passes answers
  useEffect(() => {
    if (another) return
    setReturning(false)
    answer.current?.(true)
  }, [checks, another])

  if (another && !isReturning) {
    return (
      <AnotherAccount
        another={another}
        onSwitch={() => {
          answerSignIn?.(false)
          props.onSwitch()
        }}
        onReturn={() => setReturning(true)}
      />
    )
  }
  return (
    <>
      {answerProof && <ConfirmationDialog onAnswer={answerProof} />}
      {(answerSignIn || isReturning) && (
        <SignInAgain
          onSignedIn={() => void checkAgain().then(() => setReturning(false))}
          onLeave={props.onLeave}
        />
      )}
    </>
  )
}

interface Session {
  /** The token of now is the one that was checked. */
  isChecked: () => boolean
  regain: () => Promise<boolean>
}

async function withSession<T>(send: () => Promise<T>, session: Session): Promise<T> {
  for (;;) {
    let error: unknown = new ApiError(401, ['登入已結束，請重新登入'])
    try {
      if (session.isChecked()) return await send()
    } catch (refusal) {
      if (!isUnauthorized(refusal)) throw refusal
      error = refusal
    }
    if (!(await session.regain())) throw error
  }
}

function SignInAgain(props: { onSignedIn: () => void; onLeave: () => void }) {
  const admin = useAdmin()
  const [isLeaving, setLeaving] = useState(false)
  const [needsCode, setNeedsCode] = useState(admin.has_totp)
  const signIn = useApiMutation(adminSessionApi.signIn, {
    toast: 'none',
    onSuccess: ({ token, expired }) => {
      setAdminToken(token, expired)
      props.onSignedIn()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') setNeedsCode(true)
    },
  })
  return (
    <>
      <ProofDialog
        title="請重新登入"
        text="登入已結束。剛才輸入的內容還在，登入後就能接著做。"
        username={admin.username}
        needsCode={needsCode}
        error={signIn.error?.message}
        isPending={signIn.isPending}
        submitLabel="登入"
        cancelLabel="離開後台"
        hidesScreen
        onSubmit={({ username, password, code }) =>
          signIn.mutate({ body: { username, password, ...(needsCode && { code }) } })
        }
        onCancel={() => setLeaving(true)}
      />
      {isLeaving && (
        <ConfirmDialog
          title="離開後台？"
          confirmLabel="離開"
          cancelLabel="返回登入"
          color="error"
          onConfirm={props.onLeave}
          onCancel={() => setLeaving(false)}
        >
          還沒有儲存的內容將不會保留。
        </ConfirmDialog>
      )}
    </>
  )
}

interface AnotherAccountProps {
  another: SignedInAdmin
  onSwitch: () => void
  onReturn: () => void
}

/** Of two accounts in one browser the later one has the session: of this tab, too. */
function AnotherAccount({ another, onSwitch, onReturn }: AnotherAccountProps) {
  const { name } = useAdmin()
  return (
    <ConfirmDialog
      title={`已改用「${another.name}」登入`}
      confirmLabel={`以「${another.name}」繼續`}
      cancelLabel={`以「${name}」登入`}
      color="error"
      hidesScreen
      onConfirm={onSwitch}
      onCancel={onReturn}
    >
      這個畫面是「{name}」開啟的。改以「{another.name}」繼續會離開它，還沒有儲存的內容將不會保留。
    </ConfirmDialog>
  )
}
