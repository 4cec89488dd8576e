/**
 * `npm run web:types`: writes the types of the API that the app uses, from contract/openapi.json.
 * `--check` fails when they are not current.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { typesOf } from './web-types-text.ts'

const root = join(import.meta.dirname, '..')
const file = join(root, 'web/api/types.ts')
const text = typesOf(JSON.parse(readFileSync(join(root, 'contract/openapi.json'), 'utf8')))
if (!process.argv.includes('--check')) {
  writeFileSync(file, text)
} else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('web/api/types.ts is not what the contract gives: npm run web:types\n')
  process.exitCode = 1
}
