/** The shop inside LINE, as far as it is used. */
export interface LiffClient {
  /** For links that open the shop inside LINE. */
  liffId: string
  /** A fresh statement of LINE about the person; undefined where none was agreed to. */
  idToken(): string | undefined
  canShare(): boolean
  /** Lets the person choose friends and groups; false: nothing was sent. */
  share(message: object): Promise<boolean>
  /** Opens an address in the browser of the device. */
  openOutside(url: string): void
}

let opening: Promise<LiffClient | undefined> | undefined

/** Whether the shop was opened inside LINE. */
export const isInLine = (): boolean => opening !== undefined

/** Undefined outside of LINE, and where its SDK did not start. */
export async function whenInLine(): Promise<LiffClient | undefined> {
  return opening
}

export function setLiffClient(client: Promise<LiffClient | undefined> | undefined): void {
  opening = client
}
