import { createSecretKey } from 'node:crypto'
import { type OpenApi, openapi } from '@plumbline/jsonapi'
import { aws, describeChecks } from '@plumbline/scanner'
import { readConfig } from './config.ts'
import { build } from './main.ts'
import type { Database } from './platform/db/index.ts'
import type { Endpoint } from './platform/http/index.ts'
import { silent } from './platform/log.ts'
import { tasks } from './platform/tasks/index.ts'
import { vault as openVault } from './platform/vault/index.ts'

/** The public contract's version that the API speaks; streams came with 1.32.0. */
const contractVersion = '1.41.0'

const refuse = (): never => {
  throw new Error('The description of the API opens no database.')
}
const noDatabase: Database = {
  kind: 'embedded',
  inTenant: refuse,
  outsideTenants: refuse,
  settle: refuse,
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
      checks: await describeChecks(aws),
    },
  )
  await built.streams.close()
  return built.endpoints
}

/** The OpenAPI document, generated from resources and routes. */
export async function describeApi(): Promise<OpenApi> {
  const endpoints = await listEndpoints()
  return openapi({
    info: { title: 'Plumbline API', version: contractVersion },
    servers: [{ url: '/api/v1' }],
    operations: endpoints.map(({ run: _, may, status, ...described }) => ({
      ...described,
      anonymous: may === 'anonymous',
      ...(may !== 'anonymous' && may !== 'any_member' && { permission: may }),
      statuses: [status],
    })),
    task: tasks,
  })
}
