import { shopConfig } from '../api/shop-config.ts'

/** The key in localStorage of the member of the default app; it contains the API key. */
export const storedMemberKey = `firebase:authUser:${shopConfig.identity.apiKey}:[DEFAULT]`

/** Whether a member is stored in this browser, without loading the SDK. */
export function hasStoredMember(): boolean {
  try {
    return localStorage.getItem(storedMemberKey) !== null
  } catch {
    // Storage may be forbidden; then no member can be stored.
    return false
  }
}
