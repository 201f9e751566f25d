import { shorten } from '../input/shorten.ts'

interface Fault {
  code?: unknown
  command?: unknown
  response?: unknown
  responseCode?: unknown
  message?: unknown
}

const unreachable: Record<string, string> = {
  EDNS: '找不到這個主機，請檢查主機名稱',
  ENOTFOUND: '找不到這個主機，請檢查主機名稱',
  EAI_AGAIN: '目前無法查詢主機名稱，請稍後再試',
  ECONNREFUSED: '主機拒絕連線，請檢查連接埠',
  EHOSTUNREACH: '無法連到主機，請檢查主機名稱與網路',
  ENETUNREACH: '無法連到主機，請檢查主機名稱與網路',
  ETIMEDOUT: '主機沒有回應，請檢查連接埠與加密方式，或網路是否擋下寄信的連線',
  ECONNRESET: '主機中斷了連線，請檢查連接埠與加密方式',
  ECONNECTION: '主機中斷了連線，請檢查連接埠與加密方式',
}

/** A sentence for the owner about a mail that was not taken; what the server said stands in it. */
export function explainMailFault(error: unknown): string {
  const { code, command, responseCode } = error as Fault
  const said = saidBy(error as Fault)
  if (code === 'EAUTH') return `帳號或密碼不正確${said}`
  if (code === 'EENVELOPE' && command === 'MAIL FROM') return `主機不接受這個寄件地址${said}`
  if (code === 'EENVELOPE' && command === 'RCPT TO') return `主機不接受收件地址${said}`
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return `主機不接受這封信${said}`
  if (responseCode === 530) return `主機需要登入，請填寫帳號與密碼${said}`
  const text = String((error as Fault).message ?? '')
  if (/certificate|self.signed|CERT_|ALTNAME/i.test(`${code} ${text}`)) {
    return '主機的加密憑證無法驗證，請檢查主機名稱'
  }
  if (code === 'ETLS' || /STARTTLS|wrong version number|SSL|TLS/i.test(text)) {
    return '加密方式與主機不符：連接埠 465 通常是 TLS，587 通常是 STARTTLS'
  }
  const network = Object.keys(unreachable).find((name) => code === name || text.includes(name))
  if (network) return unreachable[network] ?? ''
  return `信件無法寄出${said || `（${shorten(String(code ?? 'error'), 40)}）`}`
}

/** Only a reply of SMTP, which begins with three digits: another service may have answered. */
function saidBy({ response }: Fault): string {
  const [line = ''] = typeof response === 'string' ? response.split(/[\r\n]/) : []
  return /^[2-5]\d\d[ -]/.test(line) ? `（${shorten(line, 160)}）` : ''
}
