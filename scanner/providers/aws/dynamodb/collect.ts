import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import { backupPlans, protectionOf } from '../backup-plans.ts'
import { listed, policyIn, tagsOf } from '../answers.ts'
import type { Aws } from '../client.ts'
import { type KeyManager, keyManager } from '../key-manager.ts'
import { accelerators } from './accelerators.ts'
import type { DynamoDb, Table, TableDetails } from './resources.ts'

interface Described {
  TableStatus?: string
  BillingModeSummary?: { BillingMode?: string }
  DeletionProtectionEnabled?: boolean
  SSEDescription?: { KMSMasterKeyArn?: string }
}

const tables = (aws: Aws) => listed<string>(aws, 'dynamodb:ListTables', 'TableNames')

async function described(aws: Aws, TableName: string): Promise<Described> {
  const { Table: it } = await aws.call<{ Table?: Described }>('dynamodb:DescribeTable', {
    TableName,
  })
  if (!it?.TableStatus) throw aws.broken('dynamodb:DescribeTable', 'TableStatus')
  return it
}

function detailsOf(aws: Aws, it: Described): TableDetails {
  if (it.DeletionProtectionEnabled === undefined) {
    throw aws.broken('dynamodb:DescribeTable', 'DeletionProtectionEnabled')
  }
  return {
    status: it.TableStatus ?? '',
    // A table that was never on demand has no summary.
    on_demand: it.BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST',
    deletion_protection: it.DeletionProtectionEnabled,
  }
}

async function recoveryOf(aws: Aws, TableName: string): Promise<boolean> {
  interface Answer {
    ContinuousBackupsDescription?: {
      PointInTimeRecoveryDescription?: { PointInTimeRecoveryStatus?: string }
    }
  }
  const operation = 'dynamodb:DescribeContinuousBackups'
  const { ContinuousBackupsDescription: it } = await aws.call<Answer>(operation, { TableName })
  const status = it?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus
  if (!status) throw aws.broken(operation, 'PointInTimeRecoveryStatus')
  return status === 'ENABLED'
}

async function policyOf(aws: Aws, ResourceArn: string) {
  const { Policy = '' } = await aws.call<{ Policy?: string }>('dynamodb:GetResourcePolicy', {
    ResourceArn,
  })
  return policyIn(aws, 'dynamodb:GetResourcePolicy', Policy)
}

function keyManagerOf(aws: Aws, { SSEDescription }: Described): Promise<KeyManager> | null {
  // Without the description DynamoDB uses an AWS owned key.
  const key = SSEDescription?.KMSMasterKeyArn
  return key ? keyManager(aws, key) : null
}

async function tagsAt(aws: Aws, ResourceArn: string) {
  const list = listed<{ Key: string; Value: string }>(aws, 'dynamodb:ListTagsOfResource', 'Tags', {
    ResourceArn,
  })
  return tagsOf(await Array.fromAsync(list))
}

/** Scaled dimensions by `table/<name>`. */
async function scalingPolicies(aws: Aws): Promise<ReadonlyMap<string, readonly string[]>> {
  interface Page {
    ScalingPolicies?: { ResourceId: string; ScalableDimension: string }[]
  }
  const operation = 'application-autoscaling:DescribeScalingPolicies'
  const found = new Map<string, string[]>()
  for await (const page of aws.pages<Page>(operation, { ServiceNamespace: 'dynamodb' })) {
    if (!page.ScalingPolicies) throw aws.broken(operation, 'ScalingPolicies')
    for (const { ResourceId, ScalableDimension: dimension } of page.ScalingPolicies) {
      const scaled = dimension.slice(dimension.lastIndexOf(':') + 1)
      found.set(ResourceId, [...(found.get(ResourceId) ?? []), scaled])
    }
  }
  return found
}

export function collect(context: Collecting<Aws>): Collected<DynamoDb> {
  const { client: aws, region, account, partition } = context
  const plans = backupPlans(aws)
  const policies = once(() => scalingPolicies(aws))
  return {
    tables: each<string, Table>(tables(aws), (name) => {
      const arn = `arn:${partition}:dynamodb:${region}:${account}:table/${name}`
      const table = once(() => described(aws, name))
      const backed = { arn, type: 'DynamoDB', named: ':table/', tags: () => tagsAt(aws, arn) }
      return {
        uid: arn,
        name,
        region,
        details: read(async () => detailsOf(aws, await table())),
        point_in_time_recovery: read(() => recoveryOf(aws, name)),
        policy: read(() => policyOf(aws, arn), { none: ['PolicyNotFoundException'] }),
        key_manager: read(async () => keyManagerOf(aws, await table())),
        scaled: read(async () => (await policies()).get(`table/${name}`) ?? []),
        backup: read(async () => protectionOf(backed, await plans())),
      }
    }),
    accelerators: accelerators(context),
  }
}
