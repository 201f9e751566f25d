/** Sends a call of the back office, and again where that helps. */
type Sender = <T>(send: () => Promise<T>) => Promise<T>

const once: Sender = (send) => send()
let sender = once

/** The back office sets it while it is open. */
export function setAdminSender(next: Sender | null): void {
  sender = next ?? once
}

export const sendAsAdmin: Sender = (send) => sender(send)
