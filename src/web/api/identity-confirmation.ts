import { ApiError } from './api-error.ts'

/** Asks who sits at the screen for a proof; false when they would rather not. */
type Confirm = () => Promise<boolean>

let confirm: Confirm | null = null

/** The back office sets it while it is open. */
export function setIdentityConfirmation(next: Confirm | null): void {
  confirm = next
}

/** Runs a call, and once more after a proof where the server asks for one. */
export async function withConfirmedIdentity<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'CONFIRMATION_REQUIRED'
    if (!isAsked || !confirm || !(await confirm())) throw error
    return send()
  }
}
