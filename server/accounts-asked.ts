/** How the product asks connected accounts: when a scan runs, a connection is tested or events are looked up. */
import { providers, resourceEvents, testConnection } from '@plumbline/scanner'
import type { Config } from './config.ts'
import { type AmbientOf, scannerClock, type TestConnection } from './features/providers/index.ts'
import type { AskEvents } from './features/resources/index.ts'

export function accountsAsked(config: Config, clock: Parameters<typeof scannerClock>[0]) {
  const scanConfig = {
    connect_timeout_ms: config.cloudConnectSeconds * 1_000,
    read_timeout_ms: config.cloudReadSeconds * 1_000,
    ...(config.awsEndpointUrl && { endpoint_url: config.awsEndpointUrl }),
  }
  const ambientOf: AmbientOf = (tenantId) =>
    config.awsAmbientIdentity
      ? { externalId: tenantId, ownAccount: config.awsAmbientOwnAccount }
      : null
  const kindOf = (provider: string) => {
    const kind = providers[provider]
    if (!kind) throw new Error(`Nothing signs in to accounts of kind ${provider}.`)
    return kind
  }
  const test: TestConnection = async ({ tenantId, provider, uid, secret }, signal) => {
    const ambient = ambientOf(tenantId)
    const account = { uid, secret, ambient, config: scanConfig, signal, clock: scannerClock(clock) }
    const budgetMs = config.connectionTestSeconds * 1_000
    const { connected, error } = await testConnection(kindOf(provider), account, budgetMs)
    return { connected, error }
  }
  const askEvents: AskEvents = ({ tenantId, provider, uid, secret }, asked, signal) => {
    const ambient = ambientOf(tenantId)
    const account = { uid, secret, ambient, config: { ...scanConfig, retries: 1 }, signal }
    return resourceEvents(kindOf(provider), account, asked, config.eventLookupSeconds * 1_000)
  }
  return { scanConfig, ambientOf, test, askEvents }
}
