import { liff } from '@line/liff/core'
import GetIdToken from '@line/liff/get-id-token'
import IsApiAvailable from '@line/liff/is-api-available'
import OpenWindow from '@line/liff/open-window'
import ShareTargetPicker from '@line/liff/share-target-picker'
import type { LiffClient } from '../shared/liff-client.ts'

/** Starts the SDK of LINE, the parts of it that are used; rejects outside of LINE. */
export async function startSdk(liffId: string): Promise<LiffClient> {
  liff.use(new GetIdToken())
  liff.use(new IsApiAvailable())
  liff.use(new OpenWindow())
  liff.use(new ShareTargetPicker())
  // Of an address that names a page it opens that one, and never resolves.
  await liff.init({ liffId })
  return {
    liffId,
    idToken: () => liff.getIDToken() ?? undefined,
    canShare: () => liff.isApiAvailable('shareTargetPicker'),
    async share(message) {
      const sent = await liff.shareTargetPicker([message as never], { isMultiple: true })
      return sent?.status === 'success'
    },
    openOutside: (url) => liff.openWindow({ url, external: true }),
  }
}
