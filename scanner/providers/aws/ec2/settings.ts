import { type Collecting, each, read, type Stream } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { OperationName } from '../operations.ts'
import type { Settings } from './resources.ts'

/** One record per region with the account's settings there. */
export function settings({
  client,
  partition,
  region,
  account,
}: Collecting<Aws>): Stream<Settings> {
  /** Reads one member of a response. */
  const one = <A, T>(operation: OperationName, member: (answer: A) => T | undefined) =>
    read(async () => {
      const value = member(await client.call<A>(operation))
      if (value === undefined) throw client.broken(operation, 'its setting')
      return value
    })
  return each<string, Settings>([region], () => ({
    uid: `arn:${partition}:ec2:${region}:${account}:account`,
    name: region,
    region,
    ebs_encryption: one(
      'ec2:GetEbsEncryptionByDefault',
      (answer: { ebsEncryptionByDefault?: boolean }) => answer.ebsEncryptionByDefault,
    ),
    snapshot_block: one(
      'ec2:GetSnapshotBlockPublicAccessState',
      (answer: { state?: string }) => answer.state,
    ),
    image_block: one(
      'ec2:GetImageBlockPublicAccessState',
      (answer: { imageBlockPublicAccessState?: string }) => answer.imageBlockPublicAccessState,
    ),
    metadata_tokens: one(
      'ec2:GetInstanceMetadataDefaults',
      // Without defaults the element is present and empty.
      (answer: { accountLevel?: { httpTokens?: string } | '' }) =>
        answer.accountLevel === undefined ? undefined : readTokens(answer.accountLevel),
    ),
  }))
}

const readTokens = (level: { httpTokens?: string } | ''): string | null =>
  (level && level.httpTokens) || null
