// Public access to buckets, shared by several checks.
import { type Index, Withheld } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'
import type { Grant, PublicAccessBlock } from './resources.ts'

export const settings = [
  'block_public_acls',
  'ignore_public_acls',
  'block_public_policy',
  'restrict_public_buckets',
] as const

/** The settings of a block that are off. */
export const settingsOff = (block: PublicAccessBlock): readonly string[] =>
  settings.filter((setting) => !block[setting])

type AccountIndex = Index<{ readonly public_access_block: PublicAccessBlock | null }>

/**
 * True if a setting of public access blocking applies to a bucket, by the bucket or its account. The account's settings
 * are read only if the bucket's own setting does not decide, so that an unread account hides no known result.
 */
export const isBlocked = (
  setting: keyof PublicAccessBlock,
  bucket: PublicAccessBlock | null,
  accounts: AccountIndex,
  account: string,
): boolean =>
  bucket?.[setting] === true || accounts.get(account)?.public_access_block?.[setting] === true

/** The public access by a policy: a statement, none, or unknown but blocked. */
export type PolicyOpening = Statement | 'none' | 'blocked anyway'

/** The result of `ask`. If it cannot decide, blocked access makes the result irrelevant. */
export function openingUnlessBlocked(
  ask: () => Statement | null,
  blocked: () => boolean,
): PolicyOpening {
  try {
    return ask() ?? 'none'
  } catch (thrown) {
    if (thrown instanceof Withheld && blocked()) return 'blocked anyway'
    throw thrown
  }
}

/** Grants to everyone, or to anyone with an AWS account, of one of these permissions. */
export const publicGrants = (
  acl: readonly Grant[],
  permissions: readonly string[],
): readonly Grant[] =>
  acl.filter(
    ({ grantee, permission }) =>
      (grantee === 'everyone' || grantee === 'any_aws_account') && permissions.includes(permission),
  )

export const granted = (grants: readonly Grant[]): string =>
  grants
    .map(({ grantee, permission }) => `${permission} to ${grantee.replaceAll('_', ' ')}`)
    .join(', ')
