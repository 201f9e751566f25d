// Writes the types of an OpenAPI document: `node generate.mjs DOCUMENT.json OUTPUT.ts`.
import './typescript-5.mjs'
import { readFileSync, writeFileSync } from 'node:fs'

const [, , document = '', output = ''] = process.argv
const { default: generate, astToString } = await import('openapi-typescript')
writeFileSync(output, astToString(await generate(JSON.parse(readFileSync(document, 'utf8')))))
