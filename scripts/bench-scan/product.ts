/** The product as it is served, on a separate database, with one synthetic account connected. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Api } from '../../cli/demo-client.ts'
import { firstKeyOf, syntheticAccount } from '../../scanner/testing/index.ts'
import type { PostgresService } from '../services.ts'
import { type BenchDatabase, freshDatabase } from './database.ts'
import { start } from './processes.ts'

export interface Product {
  readonly api: Api
  /** The id of the account's provider. */
  readonly provider: string
  readonly pid: number
  readonly database: BenchDatabase
  stop(): Promise<void>
}

const program = join(import.meta.dirname, '../../cli/main.ts')

/** `cloudUrl`: the URL of the fixture cloud; `nodeArgs` precede the program. */
export async function openProduct(
  service: PostgresService,
  databaseName: string,
  cloudUrl: string,
  nodeArgs: readonly string[] = [],
): Promise<Product> {
  const database = await freshDatabase(service, databaseName)
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'))
  const process = await start([...nodeArgs, program, 'serve'], /http:\/\/[^/]+/, {
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    AWS_ENDPOINT_URL: cloudUrl,
    EVENT_STREAMS: 'scan-progress',
    EVENTSTREAM_DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
  })
  const stop = async (): Promise<void> => {
    await process.stop()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const api = await Api.signUp(`${process.said}/api/v1`, {
      email: 'bench@plumbline.example',
      password: 'a bench needs a password',
    })
    const { id: uid } = syntheticAccount({ seed: 1, resources: 0 })
    const { accessKeyId, secretAccessKey } = firstKeyOf(uid)
    const secret = { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey }
    const provider = await api.connect({ kind: 'aws', uid, secret, alias: 'synthetic' })
    return { api, provider, pid: process.pid, database, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
