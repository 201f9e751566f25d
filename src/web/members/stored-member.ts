import { shopConfig } from '../api/shop-config.ts'

/** Where the SDK keeps the member of the default app: its key carries the API key. */
export const storedMemberKey = `firebase:authUser:${shopConfig.identity.apiKey}:[DEFAULT]`

/** Whether somebody was signed in here, told without loading the SDK. */
export function hasStoredMember(): boolean {
  try {
    return localStorage.getItem(storedMemberKey) !== null
  } catch {
    // Storage may be forbidden; then nobody can have been kept.
    return false
  }
}
