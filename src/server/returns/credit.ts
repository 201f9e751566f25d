/** Whether money may go back as credit of the member; the shop has none yet. */
export function isCreditOn(): boolean {
  return false
}
