import { equal, match, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { S3Client, ListBucketsCommand } from '@aws-sdk/client-s3'
import { blankAccount } from '../blank-account.ts'
import { startFixtureCloud } from '../cloud.ts'
import { fault, readsAll, settingsFor, transportTo } from './official-client.ts'

const asked = '111111111111'
const asking = '222222222222'
const start = Date.parse('2026-11-21T10:00:00Z')
let clock = start

const account = blankAccount(asked)
account.iam.roles.push({
  name: 'audit',
  id: 'AROAFIXTUREAUDIT',
  path: '/readers/',
  createdAt: new Date(start),
  attachedPolicies: [],
  inlinePolicies: {},
  trust: {
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: `arn:aws:iam::${asking}:root` },
        Action: 'sts:AssumeRole',
        Condition: { StringEquals: { 'sts:ExternalId': 'agreed' } },
      },
    ],
  },
  description: '',
  maxSessionSeconds: 3600,
  lastUsed: null,
  tags: {},
})
const accounts = [account, blankAccount(asking)]
const cloud = await startFixtureCloud({ accounts, now: () => clock })
const transport = transportTo(cloud)
const settings = { ...settingsFor(cloud, asking), requestHandler: transport }
// The clients sign with their own clock; the offset aligns it with the cloud's.
const systemClockOffset = () => clock - Date.now()
const sts = (options = {}) =>
  new STSClient({ ...settings, systemClockOffset: systemClockOffset(), ...options })
const RoleArn = `arn:aws:iam::${asked}:role/readers/audit`
const role = { RoleArn, RoleSessionName: 'plumbline', ExternalId: 'agreed' }
after(() => cloud.close())

test('the caller learns who it is', async () => {
  const [identity] = await readsAll(sts(), transport, [new GetCallerIdentityCommand({})])
  equal((identity as { Account?: string }).Account, asking)
})

test('a role is assumed with the agreed external id, and its session reads the other account', async () => {
  const command = new AssumeRoleCommand({ ...role, DurationSeconds: 900 })
  const { Credentials, AssumedRoleUser } = await sts().send(command)
  equal(AssumedRoleUser?.Arn, `arn:aws:sts::${asked}:assumed-role/audit/plumbline`)
  equal(Credentials?.Expiration?.getTime(), start + 900_000)
  const credentials = {
    accessKeyId: Credentials?.AccessKeyId ?? '',
    secretAccessKey: Credentials?.SecretAccessKey ?? '',
    sessionToken: Credentials?.SessionToken ?? '',
  }
  match(credentials.accessKeyId, /^ASIA/)
  const identity = await sts({ credentials }).send(new GetCallerIdentityCommand({}))
  equal(identity.Arn, AssumedRoleUser?.Arn)
  equal(cloud.calls.at(-1)?.account, asked)

  const withoutToken = { ...credentials, sessionToken: '' }
  await rejects(
    sts({ credentials: withoutToken }).send(new GetCallerIdentityCommand({})),
    fault('InvalidClientTokenId', 403),
  )
  clock = start + 901_000
  await rejects(
    sts({ credentials }).send(new GetCallerIdentityCommand({})),
    fault('ExpiredToken', 403),
  )
  clock = start
})

const refusals: [string, object, string, number][] = [
  ['without the external id', { ExternalId: undefined }, 'AccessDenied', 403],
  ['with a wrong external id', { ExternalId: 'guessed' }, 'AccessDenied', 403],
  ['that does not exist', { RoleArn: `${RoleArn}-not` }, 'AccessDenied', 403],
  ['for longer than it allows', { DurationSeconds: 7200 }, 'ValidationError', 400],
  ['for less than a quarter of an hour', { DurationSeconds: 60 }, 'ValidationError', 400],
  [
    'named by something that is no role',
    { RoleArn: 'arn:aws:iam::1:user/not-a-role' },
    'ValidationError',
    400,
  ],
]
for (const [how, differs, code, status] of refusals)
  test(`a role ${how} is not assumed`, async () => {
    await rejects(sts().send(new AssumeRoleCommand({ ...role, ...differs })), fault(code, status))
  })

test('a caller the role does not trust is denied', async () => {
  const { credentials } = settingsFor(cloud, asked)
  await rejects(sts({ credentials }).send(new AssumeRoleCommand(role)), fault('AccessDenied', 403))
})

test('a wrong secret and an unknown key are told apart', async () => {
  const { credentials } = settings
  const wrong = { ...credentials, secretAccessKey: 'wrong' }
  const unknown = { ...credentials, accessKeyId: 'AKIANOBODY' }
  const command = () => new GetCallerIdentityCommand({})
  await rejects(sts({ credentials: wrong }).send(command()), fault('SignatureDoesNotMatch', 403))
  await rejects(sts({ credentials: unknown }).send(command()), fault('InvalidClientTokenId', 403))
})

test('a clock that is an hour off is refused, and the Date header says what time it is', async () => {
  const { credentials } = settings
  const s3 = new S3Client({
    ...settings,
    credentials,
    systemClockOffset: systemClockOffset() - 3_600_000,
  })
  await rejects(s3.send(new ListBucketsCommand({})), fault('RequestTimeTooSkewed', 403))
  const response = await fetch(cloud.url)
  equal(response.headers.get('date'), new Date(start).toUTCString())
  await response.text()
})

test('a region that is not switched on knows no credentials', async () => {
  await rejects(
    sts({ region: 'af-south-1' }).send(new GetCallerIdentityCommand({})),
    fault('InvalidClientTokenId', 403),
  )
})
