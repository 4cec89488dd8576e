/**
 * `npm run archives`: archives of this version for each platform, into release/. Files of others are fetched once, into
 * release/inputs.
 */
import { join } from 'node:path'
import { makeBundle } from './release/bundle.ts'
import { writeArchives } from './release/outputs.ts'

process.env['NODE_ENV'] = 'production'
const folder = join(import.meta.dirname, '../release')
const bundle = join(folder, 'package')
const { outputs, archives } = await writeArchives(folder, bundle, await makeBundle(bundle))
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
for (const { name, unpacked } of archives)
  process.stdout.write(`${name}: ${mb(unpacked)} unpacked\n`)
for (const { name, bytes, sha256 } of outputs)
  process.stdout.write(`${sha256}  ${name} (${mb(bytes)})\n`)
