const reasons: readonly [RegExp, string][] = [
  [/SignatureDoesNotMatch/, 'Secret access key 不正確，或區域不是這個儲存空間的區域'],
  [/InvalidAccessKeyId/, '服務不認識這個 Access key ID'],
  [/NoSuchBucket|answered 404/, '找不到這個儲存空間，請檢查名稱與服務網址'],
  [
    /AuthorizationHeaderMalformed|PermanentRedirect|answered 301/,
    '區域不正確，請檢查儲存空間的區域',
  ],
  [/AccessDenied|answered 403/, '這組金鑰沒有足夠的權限，需要列出、寫入、讀取與刪除'],
  [/ENOTFOUND|EAI_AGAIN/, '找不到這個服務網址，請檢查是否輸入正確'],
  [/ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH/, '無法連到這個服務網址'],
  [/abort/i, '服務沒有回應，請檢查服務網址'],
  [/certificate|CERT|SSL/, '服務的憑證無法驗證，請檢查服務網址'],
]

/** A sentence for the owner about a bucket that was not usable. */
export function explainBucketFault(error: unknown): string {
  const { message = '', cause } = error as { message?: string; cause?: unknown }
  const { code = '', message: reason = '' } = (cause ?? {}) as { code?: string; message?: string }
  const said = `${message} ${code} ${reason}`
  const known = reasons.find(([pattern]) => pattern.test(said))?.[1]
  return `無法使用這個儲存空間：${known ?? '服務沒有接受測試檔案'}`
}
