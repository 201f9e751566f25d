import ipaddr from 'ipaddr.js'
import { parseSecretsKey } from './secrets/secrets-key.ts'

/** A bucket of S3 or of what speaks its protocol. */
export interface BucketSettings {
  endpoint: string
  region: string
  name: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

export type IdentitySettings =
  | { provider: 'own'; apiKey: string }
  | {
      provider: 'firebase'
      apiKey: string
      projectId: string
      authDomain: string
      /** Where the public keys of the project's tokens are published. */
      keysUrl: string
    }

/** The administrator of a shop that has none. */
export interface FirstAdmin {
  username: string
  password: string
}

const googleKeysUrl =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** Reads single values of the environment and collects what is wrong with them. */
export class EnvReader {
  readonly faults: string[]
  readonly #env: NodeJS.ProcessEnv

  constructor(env: NodeJS.ProcessEnv, faults: string[]) {
    this.#env = env
    this.faults = faults
  }

  optional(name: string): string | null {
    return this.#env[name]?.trim() || null
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback
  }

  pattern(name: string, fallback: string, pattern: RegExp): string {
    const value = this.text(name, fallback)
    if (!pattern.test(value)) this.faults.push(`${name} must match ${pattern}, not "${value}"`)
    return value
  }

  integer(name: string, fallback: number, minimum: number, maximum: number): number {
    const value = this.text(name, String(fallback))
    const number = Number(value)
    if (!/^[0-9]+$/.test(value) || number < minimum || number > maximum) {
      this.faults.push(
        `${name} must be a whole number from ${minimum} to ${maximum}, not "${value}"`,
      )
    }
    return number
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name, fallback ? '1' : '0')
    if (value !== '0' && value !== '1') this.faults.push(`${name} must be 0 or 1, not "${value}"`)
    return value === '1'
  }

  list(name: string, pattern: RegExp): string[] {
    const entries = this.text(name, '').split(',')
    const values = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
    for (const value of values) {
      if (!pattern.test(value)) this.faults.push(`${name} holds "${value}", which is not valid`)
    }
    return values
  }

  /** Addresses and networks such as 10.0.0.0/8. */
  networks(name: string): string[] {
    const values = this.list(name, /./)
    for (const value of values) {
      if (ipaddr.isValid(value) || ipaddr.isValidCIDR(value)) continue
      this.faults.push(`${name} holds "${value}", which is no address or network`)
    }
    return values
  }

  /** The value is not repeated in the fault: an address may hold a password. */
  url(name: string, protocols: string[]): string | null {
    const value = this.optional(name)
    if (value === null) return null
    const protocol = /^[a-z]+:/.exec(value)?.[0] ?? ''
    if (!protocols.includes(protocol)) {
      this.faults.push(`${name} must be an address that begins with ${protocols.join(' or ')}`)
    }
    return value
  }

  origin(name: string): string | null {
    const value = this.optional(name)
    if (value === null) return null
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search) {
      this.faults.push(`${name} must be an address such as https://shop.example, without a path`)
      return null
    }
    return url.origin
  }

  firstAdmin(): FirstAdmin | null {
    const username = this.optional('ADMIN_USERNAME')
    const password = this.optional('ADMIN_PASSWORD')
    if (username === null && password === null) return null
    if (username === null || password === null) {
      this.faults.push('ADMIN_USERNAME and ADMIN_PASSWORD go together: both or neither')
      return null
    }
    if (!/^[^\s@]+@[^\s@]+$/.test(username))
      this.faults.push('ADMIN_USERNAME must be an e-mail address')
    if (password.length < 8) this.faults.push('ADMIN_PASSWORD must have at least 8 characters')
    return { username, password }
  }

  secretsKey(name: string): Buffer | null {
    const text = this.optional(name)
    if (text === null) return null
    const key = parseSecretsKey(text)
    if (!key) this.faults.push(`${name} must be 32 bytes in base64`)
    return key ?? null
  }

  /** The bucket of the variables that begin with this group; null: none of them is set. */
  bucket(group: 'UPLOADS_S3' | 'BACKUP_S3', prefix: string): BucketSettings | null {
    const parts = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY']
    const names = parts.map((part) => `${group}_${part}`)
    const missing = names.filter((name) => this.optional(name) === null)
    if (missing.length === names.length) return null
    if (missing.length > 0) this.faults.push(`${group}_* lacks ${missing.join(', ')}`)
    return {
      endpoint: this.origin(`${group}_ENDPOINT`) ?? '',
      region: this.pattern(`${group}_REGION`, 'us-east-1', /^[a-z0-9-]{1,64}$/),
      name: this.pattern(`${group}_BUCKET`, 'missing', /^[a-z0-9.-]{3,63}$/),
      prefix: this.pattern(`${group}_PREFIX`, prefix, /^([A-Za-z0-9_-]+\/)*$/),
      accessKeyId: this.text(`${group}_ACCESS_KEY_ID`, ''),
      secretAccessKey: this.text(`${group}_SECRET_ACCESS_KEY`, ''),
    }
  }

  identity(): IdentitySettings {
    const projectId = this.optional('FIREBASE_PROJECT_ID')
    const apiKey = this.optional('FIREBASE_API_KEY')
    if (projectId === null && apiKey === null) {
      const ownKey = this.pattern('IDENTITY_API_KEY', 'minmin', /^[A-Za-z0-9_-]{1,100}$/)
      return { provider: 'own', apiKey: ownKey }
    }
    if (projectId === null || apiKey === null) {
      this.faults.push('FIREBASE_PROJECT_ID and FIREBASE_API_KEY go together: both or neither')
    }
    return {
      provider: 'firebase',
      apiKey: apiKey ?? '',
      projectId: projectId ?? '',
      authDomain: this.text('FIREBASE_AUTH_DOMAIN', `${projectId}.firebaseapp.com`),
      keysUrl: this.url('FIREBASE_KEYS_URL', ['http:', 'https:']) ?? googleKeysUrl,
    }
  }
}
