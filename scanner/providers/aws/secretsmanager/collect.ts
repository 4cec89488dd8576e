import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import { policyIn } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { Secret, SecretsManager } from './resources.ts'

/** Times are seconds since 1970. */
interface ListedSecret {
  ARN: string
  Name: string
  OwningService?: string
  PrimaryRegion?: string
  RotationEnabled?: boolean
  CreatedDate: number
  LastRotatedDate?: number | null
  LastAccessedDate?: number
}

async function* secrets(aws: Aws) {
  // The list omits secrets that are being deleted.
  for await (const page of aws.pages<{ SecretList?: ListedSecret[] }>(
    'secretsmanager:ListSecrets',
  )) {
    if (!page.SecretList) throw aws.broken('secretsmanager:ListSecrets', 'SecretList')
    yield* page.SecretList
  }
}

async function policyOf(aws: Aws, SecretId: string) {
  const operation = 'secretsmanager:GetResourcePolicy'
  const { ARN, ResourcePolicy } = await aws.call<{ ARN?: string; ResourcePolicy?: string }>(
    operation,
    { SecretId },
  )
  if (!ARN) throw aws.broken(operation, 'ARN')
  if (!ResourcePolicy) return null
  return policyIn(aws, operation, ResourcePolicy)
}

const moment = (seconds: number): string => new Date(seconds * 1_000).toISOString()
const momentOrNull = (seconds: number | null | undefined): string | null =>
  typeof seconds === 'number' ? moment(seconds) : null

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<SecretsManager> => ({
  secrets: each<ListedSecret, Secret>(secrets(aws), (it) => ({
    uid: it.ARN,
    name: it.Name,
    region,
    owning_service: it.OwningService || null,
    replica: it.PrimaryRegion !== undefined && it.PrimaryRegion !== region,
    // A secret for which rotation was never set up is listed without the member.
    rotates: it.RotationEnabled ?? false,
    created_at: moment(it.CreatedDate),
    rotated_at: momentOrNull(it.LastRotatedDate),
    accessed_at: momentOrNull(it.LastAccessedDate),
    policy: read(() => policyOf(aws, it.ARN)),
  })),
})
