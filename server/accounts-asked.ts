/** How the product calls connected accounts: when a scan runs, a connection is tested or events are looked up. */
import { providers, resourceEvents, testConnection } from '@plumbline/scanner'
import type { Config } from './config.ts'
import {
  type AmbientOf,
  type InternalOf,
  scannerClock,
  type TestConnection,
  testInThread,
} from './features/providers/index.ts'
import type { AskEvents } from './features/resources/index.ts'

/** The longest test of a host that a user named: other users wait for its slot. */
const longestOfMemberMs = 30_000

export function accountsAsked(config: Config, clock: Parameters<typeof scannerClock>[0]) {
  const endpoints = new Map([
    ['aws', config.awsEndpointUrl],
    ['github', config.githubApiUrl],
    ['okta', config.oktaEndpointUrl],
  ])
  /** The operator's keys of a scan configuration, for accounts of a kind. */
  const configOf = (provider: string) => {
    const endpoint = endpoints.get(provider)
    return {
      connect_timeout_ms: config.cloudConnectSeconds * 1_000,
      read_timeout_ms: config.cloudReadSeconds * 1_000,
      ...(endpoint && { endpoint_url: endpoint }),
    }
  }
  const ambientOf: AmbientOf = (tenantId) =>
    config.awsAmbientIdentity
      ? { externalId: tenantId, ownAccount: config.awsAmbientOwnAccount }
      : null
  const internalOf: InternalOf = (tenantId) =>
    config.internalProviders.flatMap((one) =>
      one.tenantId === null || one.tenantId === tenantId ? [one.origin] : [],
    )
  const kindOf = (provider: string) => {
    const kind = providers[provider]
    if (!kind) throw new Error(`Nothing signs in to accounts of kind ${provider}.`)
    return kind
  }
  /** The operator's keys, and those of the provider's own configuration that signing in reads. */
  const signInConfigOf = (provider: string, configuration: Readonly<Record<string, unknown>>) => {
    const read = Object.keys(kindOf(provider).signInKeys ?? {})
    const own = Object.entries(configuration).filter(([name]) => read.includes(name))
    return { ...configOf(provider), ...Object.fromEntries(own) }
  }
  const testConnectionOf: TestConnection = async (asked, configuration, signal) => {
    const { tenantId, provider, uid, secret } = asked
    const kind = kindOf(provider)
    const account = {
      uid,
      secret,
      ambient: ambientOf(tenantId),
      config: signInConfigOf(provider, configuration),
    }
    const budgetMs = config.connectionTestSeconds * 1_000
    const { code: _, ...tested } = await (kind.originOf
      ? testInThread(
          {
            provider,
            ...account,
            internal: internalOf(tenantId),
            budgetMs: Math.min(budgetMs, longestOfMemberMs),
          },
          signal,
        )
      : testConnection(
          kind,
          { ...account, ofMember: true, signal, clock: scannerClock(clock) },
          budgetMs,
        ))
    return tested
  }
  const askEvents: AskEvents = (of, configuration, asked, signal) => {
    const { tenantId, provider, uid, secret } = of
    const ambient = ambientOf(tenantId)
    const account = {
      uid,
      secret,
      ambient,
      config: { ...signInConfigOf(provider, configuration), retries: 1 },
      ofMember: true,
      signal,
    }
    return resourceEvents(kindOf(provider), account, asked, config.eventLookupSeconds * 1_000)
  }
  return { configOf, ambientOf, internalOf, testConnection: testConnectionOf, askEvents }
}
