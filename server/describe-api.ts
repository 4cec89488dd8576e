import { createSecretKey } from 'node:crypto'
import type { OpenApi } from '@plumbline/jsonapi'
import { describeAllChecks } from '@plumbline/scanner'
import { readConfig } from './config.ts'
import { build } from './build.ts'
import { signerOf } from './features/reports/index.ts'
import { type Database, noActivity } from './platform/db/index.ts'
import { describe, type Endpoint } from './platform/http/index.ts'
import { silent } from './platform/log.ts'
import { vault as openVault } from './platform/vault/index.ts'

const refuse = (): never => {
  throw new Error('The description of the API opens no database.')
}
const noDatabase: Database = {
  kind: 'embedded',
  inTenant: refuse,
  outsideTenants: refuse,
  threadAddress: refuse,
  listen: refuse,
  activity: noActivity,
  close: refuse,
}

/** Every endpoint with every stream mounted, as they are declared; nothing is opened. */
export async function listEndpoints(): Promise<readonly Endpoint[]> {
  const key = createSecretKey(Buffer.alloc(32))
  const built = build(
    { config: readConfig({ EVENT_STREAMS: 'scan-progress' }), database: noDatabase, log: silent },
    {
      vault: openVault({ id: '', bytes: Buffer.alloc(32) }),
      keys: { kid: '', privateKey: key, publicKeys: new Map() },
      checks: await describeAllChecks(),
      signer: signerOf(Buffer.alloc(32)),
    },
  )
  await built.services.streams.close()
  return built.endpoints
}

/** The OpenAPI document, generated from resources and routes. */
export const describeApi = async (): Promise<OpenApi> => describe(await listEndpoints())
