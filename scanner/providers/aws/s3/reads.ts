// Reads of one bucket that several services make. Each throws CallProblem on failure.
import { policyIn } from '../answers.ts'
import { CallProblem } from '../../../kit/index.ts'
import type { Aws, Parameters } from '../client.ts'
import type { Statement } from '../policy/index.ts'
import type { Grant, PublicAccessBlock } from './resources.ts'

interface Block {
  PublicAccessBlockConfiguration?: {
    BlockPublicAcls?: boolean
    IgnorePublicAcls?: boolean
    BlockPublicPolicy?: boolean
    RestrictPublicBuckets?: boolean
  }
}

const everyone = 'http://acs.amazonaws.com/groups/global/AllUsers'
const anyAwsAccount = 'http://acs.amazonaws.com/groups/global/AuthenticatedUsers'

/** A missing setting in an existing configuration is off. */
export async function block(
  aws: Aws,
  operation:
    | 's3:GetPublicAccessBlock'
    | 's3control:GetAccessPoint'
    | 's3control:GetPublicAccessBlock',
  parameters: Parameters,
  region: string,
): Promise<PublicAccessBlock> {
  const { PublicAccessBlockConfiguration: given } = await aws.call<Block>(operation, parameters, {
    region,
  })
  if (!given) throw aws.broken(operation, 'PublicAccessBlockConfiguration')
  return {
    block_public_acls: given.BlockPublicAcls ?? false,
    ignore_public_acls: given.IgnorePublicAcls ?? false,
    block_public_policy: given.BlockPublicPolicy ?? false,
    restrict_public_buckets: given.RestrictPublicBuckets ?? false,
  }
}

export async function aclOf(aws: Aws, Bucket: string, region: string): Promise<readonly Grant[]> {
  const { AccessControlList } = await aws.call<{
    AccessControlList?: { Grantee?: { URI?: string; ID?: string }; Permission?: string }[]
  }>('s3:GetBucketAcl', { Bucket }, { region })
  if (!AccessControlList) throw aws.broken('s3:GetBucketAcl', 'AccessControlList')
  return AccessControlList.map(({ Grantee = {}, Permission = '' }) => ({
    grantee:
      Grantee.URI === everyone
        ? 'everyone'
        : Grantee.URI === anyAwsAccount
          ? 'any_aws_account'
          : (Grantee.ID ?? Grantee.URI ?? ''),
    permission: Permission,
  }))
}

/** True if a bucket with a readable ACL belongs to this account: S3 rejects the call if the expected owner differs. */
export async function isOwn(aws: Aws, Bucket: string, region: string): Promise<boolean> {
  try {
    await aws.call('s3:GetBucketAcl', { Bucket, ExpectedBucketOwner: aws.account }, { region })
    return true
  } catch (thrown) {
    if (thrown instanceof CallProblem && thrown.outcome === 'denied') return false
    throw thrown
  }
}

export async function policyOf(
  aws: Aws,
  Bucket: string,
  region: string,
): Promise<readonly Statement[]> {
  const { Policy } = await aws.call<{ Policy: string }>(
    's3:GetBucketPolicy',
    { Bucket },
    { region },
  )
  return policyIn(aws, 's3:GetBucketPolicy', Policy)
}

/** The account's own block; throws NoSuchPublicAccessBlockConfiguration if it has none. */
export const accountBlockOf = (aws: Aws, region: string): Promise<PublicAccessBlock> =>
  block(aws, 's3control:GetPublicAccessBlock', { AccountId: aws.account }, region)

/** The bucket's own block; throws NoSuchPublicAccessBlockConfiguration if it has none. */
export const bucketBlockOf = (
  aws: Aws,
  Bucket: string,
  region: string,
): Promise<PublicAccessBlock> => block(aws, 's3:GetPublicAccessBlock', { Bucket }, region)

/** The target bucket of access logs, or null. */
export async function loggingTargetOf(
  aws: Aws,
  Bucket: string,
  region: string,
): Promise<string | null> {
  const { LoggingEnabled } = await aws.call<{ LoggingEnabled?: { TargetBucket?: string } }>(
    's3:GetBucketLogging',
    { Bucket },
    { region },
  )
  return LoggingEnabled?.TargetBucket ?? null
}

/** The response for a bucket that never had versions is an empty document. */
export async function versioningOf(aws: Aws, Bucket: string, region: string) {
  const given = await aws.call<{ Status?: string; MfaDelete?: string }>(
    's3:GetBucketVersioning',
    { Bucket },
    { region },
  )
  return { enabled: given.Status === 'Enabled', mfa_delete: given.MfaDelete === 'Enabled' }
}
