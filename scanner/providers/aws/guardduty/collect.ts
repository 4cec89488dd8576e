import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Detector, GuardDuty, Region } from './resources.ts'

/** A region has at most one. */
async function detectorIdOf(aws: Aws): Promise<string | null> {
  for await (const { detectorIds } of aws.pages<{ detectorIds?: string[] }>(
    'guardduty:ListDetectors',
  )) {
    if (!detectorIds) throw aws.broken('guardduty:ListDetectors', 'detectorIds')
    const [id] = detectorIds
    if (id) return id
  }
  return null
}

interface Setting {
  name?: string
  status?: string
}

const setting = (name: string, status: string) => [name, status === 'ENABLED'] as const

async function detectorOf(aws: Aws, id: string): Promise<Detector> {
  const { status, features } = await aws.call<{
    status?: string
    features?: (Setting & { additionalConfiguration?: Setting[] })[]
  }>('guardduty:GetDetector', { DetectorId: id })
  if (!status) throw aws.broken('guardduty:GetDetector', 'status')
  if (!features) throw aws.broken('guardduty:GetDetector', 'features')
  return {
    id,
    enabled: status === 'ENABLED',
    features: Object.fromEntries(
      features.flatMap(({ additionalConfiguration: parts = [], name, status: state }) => {
        if (!name || !state) throw aws.broken('guardduty:GetDetector', 'features')
        return [
          setting(name, state),
          ...parts.map((part) => {
            if (part.name && part.status) return setting(`${name} ${part.name}`, part.status)
            throw aws.broken('guardduty:GetDetector', 'additionalConfiguration')
          }),
        ]
      }),
    ),
  }
}

async function severeOf(aws: Aws, DetectorId: string) {
  // A page may be empty although others follow.
  for await (const { findingIds, nextToken } of aws.pages<{
    findingIds?: string[]
    nextToken?: string
  }>('guardduty:ListFindings', {
    DetectorId,
    maxResults: 50,
    findingCriteria: {
      criterion: {
        severity: { greaterThanOrEqual: 7 },
        'service.archived': { equals: ['false'] },
      },
    },
  })) {
    if (!findingIds) throw aws.broken('guardduty:ListFindings', 'findingIds')
    if (findingIds.length > 0) return { count: findingIds.length, more: Boolean(nextToken) }
  }
  return { count: 0, more: false }
}

/** The response is empty for an account without an administrator, and for the administrator itself. */
async function managementOf(aws: Aws, DetectorId: string): Promise<string | null> {
  const { administrator } = await aws.call<{
    administrator?: { accountId?: string; relationshipStatus?: string }
  }>('guardduty:GetAdministratorAccount', { DetectorId })
  if (administrator?.accountId && administrator.relationshipStatus === 'Enabled') {
    return `it is managed by ${administrator.accountId}`
  }
  for await (const { members = [] } of aws.pages<{
    members?: { relationshipStatus?: string }[]
  }>('guardduty:ListMembers', { DetectorId })) {
    if (members.some(({ relationshipStatus }) => relationshipStatus === 'Enabled')) {
      return 'it manages other accounts'
    }
  }
  return null
}

export const collect = ({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<GuardDuty> => ({
  regions: each<string, Region>([region], (name) => {
    const detectorId = once(() => detectorIdOf(aws))
    const of =
      <T>(ask: (aws: Aws, id: string) => Promise<T>) =>
      async (): Promise<T | null> => {
        const id = await detectorId()
        return id === null ? null : ask(aws, id)
      }
    return {
      uid: `arn:${partition}:guardduty:${region}:${account}:detector`,
      name,
      region,
      detector: read(of(detectorOf)),
      severe: read(of(severeOf)),
      management: read(of(managementOf)),
    }
  }),
})
