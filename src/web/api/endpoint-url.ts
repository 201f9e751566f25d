import { isEnglish } from '#contract/translate.ts'
import { shopConfig } from './shop-config.ts'

interface AddressParts {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
}

/** The address of an endpoint, its parameters and its query filled in. */
export function endpointUrl(path: string, input: AddressParts): string {
  const filled = path
    .replace('{shop}', `/v2/api/${shopConfig.shopPath}`)
    .replace(/:([A-Za-z_]+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  if (isEnglish()) query.set('lang', 'en')
  const text = query.toString()
  return text ? `${filled}?${text}` : filled
}
