/** How targets in AWS are entered. */
import type { AwsAccess } from '../../platform/aws/index.ts'
import type { Egress } from '../../platform/egress/index.ts'
import type { BucketAccess } from '../../targets/amazon-s3/index.ts'
import type { AmbientOf } from '../providers/index.ts'
import type { Opened } from './credentials.ts'

export interface AwsServices {
  readonly egress: Egress
  readonly ambientOf: AmbientOf
  /** The operator's own endpoint for all of AWS; null: AWS's. */
  readonly awsEndpoint: string | null
}

type Values = Readonly<Record<string, unknown>>

const maybe = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** With the credentials of the integration, or of the provider that it belongs to. */
export function awsAccess(
  { ambientOf, awsEndpoint }: AwsServices,
  { tenantId, credentials, account }: Opened,
): AwsAccess {
  return {
    secret: (account?.secret ?? credentials) as Values,
    account: account?.uid ?? null,
    ambient: ambientOf(tenantId),
    endpoint: awsEndpoint,
  }
}

export const bucketAccess = (services: AwsServices, opened: Opened): BucketAccess => {
  const { configuration, learned } = opened
  return {
    ...awsAccess(services, opened),
    bucket: String(configuration['bucket_name']),
    region: maybe(learned['region']),
    store: maybe(configuration['endpoint_url'])?.replace(/\/$/, '') ?? null,
    expectedOwner: maybe(configuration['expected_bucket_owner']),
    kmsKey: maybe(configuration['kms_key_id']),
  }
}
