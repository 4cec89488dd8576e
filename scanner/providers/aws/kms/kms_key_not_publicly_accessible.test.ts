import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import { parsePolicy } from '../policy/index.ts'
import check from './kms_key_not_publicly_accessible.ts'
import { details, key } from './worlds.ts'

const following = (...Statement: Record<string, unknown>[]) =>
  key({ policy: parsePolicy(JSON.stringify({ Statement })) })
const all = { Effect: 'Allow', Action: 'kms:*', Resource: '*', Principal: '*' }
const allowing = (Principal: unknown, Condition?: unknown) =>
  following({ ...all, Principal, Condition })

const logs = { Service: 'logs.eu-west-1.amazonaws.com' }
const forLogsOf = (account: string) => ({
  ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:aws:logs:eu-west-1:${account}:*` },
})

verify(check, {
  pass: [
    key(),
    allowing({ AWS: '*' }, { StringEquals: { 'kms:CallerAccount': '123456789012' } }),
    allowing(logs, forLogsOf('123456789012')),
    allowing(logs, { StringEquals: { 'aws:SourceAccount': '123456789012' } }),
    // The format of CloudTrail's console.
    allowing(
      { Service: 'cloudtrail.amazonaws.com' },
      {
        StringLike: {
          'kms:EncryptionContext:aws:cloudtrail:arn': 'arn:aws:cloudtrail:*:123456789012:trail/*',
        },
      },
    ),
    // Not documented as acting for other accounts.
    allowing({ Service: 'dynamodb.amazonaws.com' }),
    // All actions on a key are denied.
    following({ ...all, Action: '*' }, { ...all, Effect: 'Deny' }),
    // A key's policy has no effect on another key.
    following({ ...all, Resource: 'arn:aws:kms:eu-west-1:123456789012:key/other' }),
    following(all, { ...all, Effect: 'Deny', Resource: key().uid }),
  ],
  fail: [
    allowing('*'),
    allowing({ AWS: ['*'] }),
    allowing(logs),
    allowing(logs, forLogsOf('*')),
    // The caller chooses the context, unless a service calls.
    allowing('*', forLogsOf('123456789012')),
    following({ ...all, Resource: 'arn:aws:kms:*:123456789012:key/*' }),
    following({ ...all, Action: '*' }, { ...all, Effect: 'Deny', Action: 'kms:Decrypt' }),
    allowing('*', { StringLike: { 'kms:CallerAccount': '*' } }),
    allowing('*', { StringLike: { 'kms:CallerAccount': '1*' } }),
    allowing('*', { StringLike: { 'aws:SourceVpc': 'vpc-*' } }),
    allowing('*', { StringLike: { 'aws:PrincipalOrgID': 'o-*' } }),
    allowing('*', { StringEquals: { 'kms:ViaService': 's3.eu-west-1.amazonaws.com' } }),
    allowing('*', { StringEqualsIfExists: { 'aws:PrincipalOrgID': 'o-1' } }),
  ],
  // AWS managed keys, and keys that cannot be used any more.
  none: [
    { ...allowing('*'), details: details({ manager: 'AWS' }) },
    { ...allowing('*'), details: details({ state: 'PendingDeletion' }) },
    { ...allowing('*'), details: details({ state: 'PendingReplicaDeletion' }) },
  ],
  unread: [
    allowing('*', { StringEquals: { 'aws:PrincipalMood': 'calm' } }),
    key({ details: unread('AccessDeniedException') }),
    key({ policy: unread('AccessDeniedException') }),
  ],
})
