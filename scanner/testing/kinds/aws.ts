import { aws, type Provider } from '../../index.ts'
import type { Account } from '../aws/account.ts'
import { startFixtureCloud } from '../cloud.ts'
import { demoAccount, demoCredentials } from '../demo/account.ts'
import { smallAccount } from '../demo/small.ts'
import type { FixtureOfKind, KindUnderTest } from './kind.ts'

/** `GetBucketPolicy` */
const operationsOf = (action: string): readonly string[] =>
  (aws.callsOf?.(action) ?? []).map((call) => call.split(':')[1] ?? '')

async function fixtureOf(
  now: Date,
  account: Account,
  config: Readonly<Record<string, unknown>>,
): Promise<FixtureOfKind> {
  account.denied = []
  const cloud = await startFixtureCloud({ accounts: [account] })
  const settings = { AWS_ENDPOINT_URL: cloud.url }
  return {
    input: {
      uid: account.id,
      secret: demoCredentials,
      config: { endpoint_url: cloud.url, retries: 0, max_requests_per_second: 10_000, ...config },
    },
    now,
    calls: () => cloud.calls.map(({ operation }) => operation),
    deny(action) {
      account.denied = [{ action }]
      return () => {
        account.denied = []
      }
    },
    spoil(action, { times, ...deed }) {
      const how = times === undefined ? {} : { times }
      const matches =
        action === null ? [{}] : operationsOf(action).map((operation) => ({ operation }))
      const undo = matches.map((match) => cloud.script({ match: { ...match, ...how }, ...deed }))
      return () => undo.forEach((restore) => restore())
    },
    command: () => ({
      args: [],
      environment: {
        ...settings,
        AWS_ACCESS_KEY_ID: demoCredentials.aws_access_key_id,
        AWS_SECRET_ACCESS_KEY: demoCredentials.aws_secret_access_key,
      },
    }),
    connected: { uid: account.id, secret_type: 'static', secret: demoCredentials, settings },
    close: () => cloud.close(),
  }
}

/** Regions with most resources of the demo account; the other regions have only resources of the same kinds. */
const regions = ['us-east-1', 'eu-central-1', 'eu-west-1']

export const awsUnderTest: KindUnderTest = {
  provider: aws as Provider<unknown>,
  seldomAsked: new Set(['s3:GetBucketLocation', 'organizations:ListDelegatedAdministrators']),
  reads: [
    { service: 's3', action: 's3:GetBucketAcl' },
    { service: 's3', action: 's3:GetEncryptionConfiguration' },
    { service: 's3', action: 's3:ListAccessPoints' },
    { service: 'kms', action: 'kms:ListKeys' },
    { service: 'kms', action: 'kms:GetKeyRotationStatus' },
    { service: 'cloudtrail', action: 'cloudtrail:DescribeTrails' },
    { service: 'account', action: 'account:GetContactInformation' },
  ],
  start() {
    const now = new Date()
    return fixtureOf(now, demoAccount(now), { regions })
  },
  startSmall() {
    const now = new Date()
    return fixtureOf(now, smallAccount(now), {})
  },
}
