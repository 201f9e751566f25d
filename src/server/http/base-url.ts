import type { FastifyRequest } from 'fastify'
import { inLanguage } from '#contract/language.ts'
import { language } from '#contract/translate.ts'
import type { Config } from '../config.ts'

/** The shop's own address as this caller reaches it, without a trailing slash. */
export function baseUrl(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`
}

/** The address of a screen for a mail, in the language of now. */
export function linkInLanguage(
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  path: string,
): string {
  return configuredBaseUrl(config) + inLanguage(language(), path)
}

/** The same for mails and the start: from the configuration alone, whatever a request names. */
export function configuredBaseUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (config.publicUrl !== null) return config.publicUrl
  const isEverywhere = config.host === '0.0.0.0' || config.host === '::'
  const host = isEverywhere ? 'localhost' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
}
