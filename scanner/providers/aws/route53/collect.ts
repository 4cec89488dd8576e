import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Domain, Route53, Zone } from './resources.ts'

interface HostedZone {
  Id: string
  Name: string
  Config?: { PrivateZone?: boolean }
}

interface ListedDomain {
  DomainName: string
  TransferLock?: boolean
}

async function* zones(aws: Aws) {
  const operation = 'route53:ListHostedZones'
  for await (const { HostedZones } of aws.pages<{ HostedZones?: HostedZone[] }>(operation)) {
    if (!HostedZones) throw aws.broken(operation, 'HostedZones')
    yield* HostedZones
  }
}

async function* domains(aws: Aws) {
  // Domain registration exists only in the commercial partition.
  if (aws.partition !== 'aws') return
  const operation = 'route53domains:ListDomains'
  for await (const { Domains } of aws.pages<{ Domains?: ListedDomain[] }>(operation)) {
    if (!Domains) throw aws.broken(operation, 'Domains')
    yield* Domains
  }
}

/** Ids of the zones whose queries are logged. */
async function loggedZones(aws: Aws): Promise<ReadonlySet<string>> {
  const operation = 'route53:ListQueryLoggingConfigs'
  const found = new Set<string>()
  for await (const page of aws.pages<{ QueryLoggingConfigs?: { HostedZoneId: string }[] }>(
    operation,
  )) {
    if (!page.QueryLoggingConfigs) throw aws.broken(operation, 'QueryLoggingConfigs')
    for (const { HostedZoneId } of page.QueryLoggingConfigs) found.add(HostedZoneId)
  }
  return found
}

async function privacyOf(aws: Aws, DomainName: string) {
  const operation = 'route53domains:GetDomainDetail'
  const it = await aws.call<{
    AdminPrivacy?: boolean
    RegistrantPrivacy?: boolean
    TechPrivacy?: boolean
    BillingPrivacy?: boolean
  }>(operation, { DomainName })
  const { AdminPrivacy: administrator, RegistrantPrivacy: registrant } = it
  const { TechPrivacy: technical, BillingPrivacy: billing = null } = it
  if (administrator === undefined || registrant === undefined || technical === undefined) {
    throw aws.broken(operation, 'the privacy of its contacts')
  }
  return { administrator, registrant, technical, billing }
}

export function collect(context: Collecting<Aws>): Collected<Route53> {
  const { client: aws, region, partition } = context
  const logged = once(() => loggedZones(aws))
  return {
    zones: each<HostedZone, Zone>(zones(aws), (it) => {
      const id = it.Id.replace('/hostedzone/', '')
      return {
        uid: `arn:${partition}:route53:::hostedzone/${id}`,
        name: it.Name,
        region,
        private: it.Config?.PrivateZone ?? null,
        query_logging: read(async () => (await logged()).has(id)),
      }
    }),
    domains: each<ListedDomain, Domain>(domains(aws), ({ DomainName: name, TransferLock }) => ({
      uid: `arn:${partition}:route53domains:::domain/${name}`,
      name,
      region,
      transfer_lock: TransferLock ?? null,
      privacy: read(() => privacyOf(aws, name)),
    })),
  }
}
