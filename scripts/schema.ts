/**
 * `npm run schema`: writes server/platform/db/schema.sql from the migrations. `--check` reports whether it is current.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { embedded } from '../server/platform/db/embedded.ts'
import { tables } from '../server/features/index.ts'
import { schemaOf } from '../server/platform/db/schema.ts'

const root = join(import.meta.dirname, '..')
const file = join(root, 'server/platform/db/schema.sql')

const template = execFileSync(process.execPath, [join(root, 'scripts/embedded-template.ts')], {
  encoding: 'utf8',
})
const driver = await embedded({ directory: null, template })
const current = await schemaOf(driver.administer, tables)
await driver.close()

if (!process.argv.includes('--check')) writeFileSync(file, current)
else if (readFileSync(file, 'utf8') !== current) {
  process.stdout.write('schema.sql is not what the migrations make. Run npm run schema.\n')
  process.exitCode = 1
}
