import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import { listed, policyIn } from '../answers.ts'
import type { Aws } from '../client.ts'
import { partitionOfRegion } from '../endpoints.ts'
import { only, type Statement, touches } from '../policy/index.ts'
import { monitoringOf } from './monitoring.ts'
import type { Account, Alarm, CloudWatch, LogGroup } from './resources.ts'

interface ListedGroup {
  logGroupName: string
  /** Ends in `:*`. */
  arn: string
  retentionInDays?: number
  kmsKeyId?: string
  logGroupClass?: string
}

const logGroups = (aws: Aws) => listed<ListedGroup>(aws, 'logs:DescribeLogGroups', 'logGroups')

interface ListedAlarm {
  AlarmArn: string
  AlarmName: string
  ActionsEnabled?: boolean
  AlarmActions?: string[]
}

async function* alarms(aws: Aws) {
  for await (const page of aws.pages<{
    MetricAlarms?: ListedAlarm[]
    CompositeAlarms?: ListedAlarm[]
    LogAlarms?: ListedAlarm[]
  }>('cloudwatch:DescribeAlarms', { AlarmTypes: ['MetricAlarm', 'CompositeAlarm', 'LogAlarm'] })) {
    if (!page.MetricAlarms) throw aws.broken('cloudwatch:DescribeAlarms', 'MetricAlarms')
    yield* page.MetricAlarms
    yield* page.CompositeAlarms ?? []
    yield* page.LogAlarms ?? []
  }
}

/** Statements of the region's policies, or, with an ARN, of those of one log group. */
async function policiesOf(aws: Aws, resourceArn?: string): Promise<readonly Statement[]> {
  const found: Statement[] = []
  for await (const page of aws.pages<{ resourcePolicies?: { policyDocument?: string }[] }>(
    'logs:DescribeResourcePolicies',
    resourceArn ? { resourceArn, policyScope: 'RESOURCE' } : {},
  )) {
    if (!page.resourcePolicies) {
      throw aws.broken('logs:DescribeResourcePolicies', 'resourcePolicies')
    }
    for (const { policyDocument = '' } of page.resourcePolicies) {
      found.push(...policyIn(aws, 'logs:DescribeResourcePolicies', policyDocument))
    }
  }
  return found
}

/** Limits statements to one log group, so that denials for it remove their permissions. */
function about(statements: readonly Statement[], arn: string): readonly Statement[] {
  const events = `${arn}:*`
  return statements.flatMap((it) => {
    if (it.effect === 'Deny') return [it]
    return touches(it.resources, [arn, events]) ? [{ ...it, resources: only(events) }] : []
  })
}

export function collect({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<CloudWatch> {
  const ofRegion = once(() => policiesOf(aws))
  const here = region === partitionOfRegion(region).home ? [account] : []
  return {
    accounts: each<string, Account>(here, (id) => ({
      uid: `arn:${partition}:cloudwatch:${region}:${id}:account`,
      name: id,
      region,
      trail_alarms: read(() => monitoringOf(aws)),
      sharing_role: read(
        async () => {
          const { Role } = await aws.call<{ Role?: { Arn?: string } }>('iam:GetRole', {
            RoleName: 'CloudWatch-CrossAccountSharingRole',
          })
          if (!Role?.Arn) throw aws.broken('iam:GetRole', 'Role')
          return { arn: Role.Arn }
        },
        { none: ['NoSuchEntity'] },
      ),
    })),

    logGroups: each<ListedGroup, LogGroup>(logGroups(aws), (group) => {
      const arn = group.arn.replace(/:\*$/, '')
      return {
        uid: arn,
        name: group.logGroupName,
        region,
        delivery: group.logGroupClass === 'DELIVERY',
        retention_days: group.retentionInDays ?? null,
        kms_key: group.kmsKeyId ?? null,
        policy: read(async () =>
          about([...(await ofRegion()), ...(await policiesOf(aws, arn))], arn),
        ),
      }
    }),

    alarms: each<ListedAlarm, Alarm>(alarms(aws), (alarm) => ({
      uid: alarm.AlarmArn,
      name: alarm.AlarmName,
      region,
      actions_enabled: alarm.ActionsEnabled ?? null,
      alarm_actions: alarm.AlarmActions ?? [],
    })),
  }
}
