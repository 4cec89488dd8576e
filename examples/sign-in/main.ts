/**
 * The product with the settings beside it, on a temporary database, and one user.
 * `node scripts/launch.cjs examples/sign-in/main.ts`; PORT is 8080 unless set.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { createLog, openDatabase, readConfig, start } from '@plumbline/server'

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-sign-in-'))
const { PUBLIC_URL: _, ...settings } = parseEnv(
  readFileSync(join(import.meta.dirname, 'settings.env'), 'utf8'),
) // here the API answers at the address that it listens at
const config = readConfig({ LOG_LEVEL: 'warn', ...settings, ...process.env, DATA_DIR: dataDir })
const { database } = await openDatabase(config)
/** What DNS would show of acme.example once its owner has published the record. */
let record = ''
const resolveTxt = async () => [[record]]
const product = await start({ config, database, log: createLog(config.logLevel), resolveTxt })
const api = `${product.address}/api/v1`
const [email, password] = ['ann@acme.example', 'correct horse battery staple']

async function post(path: string, type: string, attributes: object): Promise<unknown> {
  const response = await fetch(api + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type, attributes } }),
  })
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}.`)
  return response.json()
}
type Pair = { readonly data: { readonly attributes: { readonly access: string } } }
await post('/users', 'users', { name: 'Ann Example', email, password })
const pair = (await post('/tokens', 'tokens', { email, password })) as Pair
const claims = pair.data.attributes.access.split('.')[1] ?? ''
record = `plumbline-tenant=${JSON.parse(Buffer.from(claims, 'base64url').toString()).tenant_id}`

process.stdout.write(`export API=${api}
export TOKEN=${pair.data.attributes.access}
# Stop with Ctrl+C.
`)

async function stop(): Promise<void> {
  await product.stop()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
