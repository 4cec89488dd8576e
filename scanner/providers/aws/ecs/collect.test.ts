// The collector against the fixture cloud: the evaluated revisions of task definitions, and the account's settings.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { cloudWith, openAccount, scanned } from '../testing/scanned.ts'
import ecs from './index.ts'

type Described = { services: Record<string, unknown>[] }

test('revisions that services, deployments and task sets run are judged beside the newest', async (t) => {
  const account = openAccount()
  const calls = account.plain['eu-central-1']?.['ecs']
  const definitions = calls?.['DescribeTaskDefinition'] as Record<string, unknown>
  const [newest] = Object.keys(definitions).filter((arn) => arn.endsWith('shop:42'))
  const described = Object.values(calls?.['DescribeServices'] ?? {}) as Described[]
  const web = described.flatMap((it) => it.services).find((it) => it['serviceName'] === 'web')
  ok(newest && web)
  const of = (revision: number) => newest.replace(/42$/, String(revision))
  for (const revision of [38, 39, 40]) definitions[of(revision)] = definitions[newest]
  web['taskDefinition'] = of(40)
  web['deployments'] = [{ taskDefinition: of(40) }, { taskDefinition: of(39) }]
  web['taskSets'] = [{ id: 'ecs-svc/1', taskDefinition: of(38) }]
  const { findings } = await scanned(await cloudWith(t, account), ecs, account)
  const judged = findings
    .filter(({ check_id }) => check_id === 'ecs_task_definitions_no_environment_secrets')
    .map(({ resource }) => resource.name)
  deepEqual(judged.toSorted(), ['importer:3', 'shop:38', 'shop:39', 'shop:40', 'shop:42'])
})

const region = 'eu-west-1'
const arnOf = (family: string) =>
  `arn:aws:ecs:${region}:${openAccount().id}:task-definition/${family}:1`
const logging = (options: Readonly<Record<string, string>>) => ({
  taskDefinition: {
    containerDefinitions: [{ name: 'app', logConfiguration: { logDriver: 'awslogs', options } }],
  },
})

test('a task definition that says how it logs is judged without the account’s setting', async (t) => {
  const account = {
    ...openAccount(),
    denied: [{ action: 'ecs:ListAccountSettings', resource: '*' }],
    plain: {
      [region]: {
        ecs: {
          ListTaskDefinitions: { taskDefinitionArns: [arnOf('clear'), arnOf('open')] },
          DescribeTaskDefinition: {
            [arnOf('clear')]: logging({ mode: 'non-blocking' }),
            [arnOf('open')]: logging({}),
          },
        },
      },
    },
  }
  const { findings, unread } = await scanned(await cloudWith(t, account), ecs, account)
  const check = 'ecs_task_definitions_logging_block_mode'
  deepEqual(
    findings
      .filter(({ check_id }) => check_id === check)
      .map(({ resource, status }) => [resource.uid, status]),
    [[arnOf('clear'), 'PASS']],
  )
  const gaps = unread.filter(({ check_id }) => check_id === check)
  equal(gaps.length, 1)
  ok(gaps[0]?.uid?.endsWith(arnOf('open')))
})
