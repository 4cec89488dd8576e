// Reads of one bucket that more than one service makes. Each throws CallProblem when it fails.
import type { Aws } from '../client.ts'
import { parsePolicy, type Statement } from '../policy.ts'
import type { Grant, PublicAccessBlock } from './resources.ts'

export interface Block {
  PublicAccessBlockConfiguration?: {
    BlockPublicAcls?: boolean
    IgnorePublicAcls?: boolean
    BlockPublicPolicy?: boolean
    RestrictPublicBuckets?: boolean
  }
}

const everyone = 'http://acs.amazonaws.com/groups/global/AllUsers'
const anyAwsAccount = 'http://acs.amazonaws.com/groups/global/AuthenticatedUsers'

/** A setting that is missing from a configuration that exists is off. */
export const block = ({
  PublicAccessBlockConfiguration: given = {},
}: Block): PublicAccessBlock => ({
  block_public_acls: given.BlockPublicAcls ?? false,
  ignore_public_acls: given.IgnorePublicAcls ?? false,
  block_public_policy: given.BlockPublicPolicy ?? false,
  restrict_public_buckets: given.RestrictPublicBuckets ?? false,
})

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
  try {
    return parsePolicy(Policy)
  } catch {
    throw aws.broken('s3:GetBucketPolicy', 'a readable policy')
  }
}

/** The account's own block; throws NoSuchPublicAccessBlockConfiguration when it has none. */
export const accountBlockOf = async (aws: Aws, region: string): Promise<PublicAccessBlock> =>
  block(
    await aws.call<Block>('s3control:GetPublicAccessBlock', { AccountId: aws.account }, { region }),
  )

/** The bucket's own block; throws NoSuchPublicAccessBlockConfiguration when it has none. */
export const bucketBlockOf = async (
  aws: Aws,
  Bucket: string,
  region: string,
): Promise<PublicAccessBlock> =>
  block(await aws.call<Block>('s3:GetPublicAccessBlock', { Bucket }, { region }))

/** The bucket that access logs go to, or null. */
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
