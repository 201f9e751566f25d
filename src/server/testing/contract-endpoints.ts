import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'

const folder = join(import.meta.dirname, '../../contract')

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'caller' in value
}

/** Every endpoint that a module of the contract exports, in whichever object. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const files = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name))
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((name) => import(join(folder, name))),
  )
  const apis = modules.flatMap((module) => Object.values(module))
  return apis.flatMap((api) =>
    typeof api === 'object' && api !== null ? Object.values(api).filter(isEndpoint) : [],
  )
}
