/**
 * The product with one more feature, on a temporary database, and a page that listens.
 * `node scripts/launch.cjs examples/own-stream/main.ts`; PORT and PAGE_PORT are 8080 and 8081 unless set.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog, openDatabase, readConfig, start } from '@plumbline/server'
import { servePage } from './page.ts'
import { noticeRoutes } from './routes.ts'
import { signUp } from './sign-up.ts'

const page = await servePage(Number(process.env['PAGE_PORT'] ?? '8081'))
const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-own-stream-'))
const config = readConfig({
  LOG_LEVEL: 'warn',
  EVENTSTREAM_DRAIN_SECONDS: '1',
  CORS_ORIGINS: page.address,
  ...process.env,
  DATA_DIR: dataDir,
  EVENT_STREAMS: 'notices',
})
const { database } = await openDatabase(config)
const product = await start({
  config,
  database,
  log: createLog(config.logLevel),
  more: noticeRoutes,
})
const api = `${product.address}/api/v1`
const token = await signUp(api)

process.stdout.write(`export API=${api}
export TOKEN=${token}
# The page: ${page.address}/#api=${api}&token=${token}
# Stop with Ctrl+C.
`)

async function stop(): Promise<void> {
  page.close()
  await product.stop()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
