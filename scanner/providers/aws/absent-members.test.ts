// A configuration whose member is missing is unread, unlike a configuration that is absent as a whole.
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { isIncomplete, isUnread } from '../../kit/index.ts'
import { collect as awslambda } from './awslambda/collect.ts'
import { distributions } from './cloudfront/distributions.ts'
import { collect as codebuild } from './codebuild/collect.ts'
import { instances } from './ec2/instances.ts'
import { collect as ecs } from './ecs/collect.ts'
import { collect as rds } from './rds/collect.ts'
import { answering, collecting, recordsOf } from './testing/answering.ts'

const unread = Symbol('unread')

/** The value of one field of the only record. */
type Reading = (given: object) => Promise<unknown>

const only = ([record]: readonly object[], field: string): unknown =>
  (record as Record<string, unknown> | undefined)?.[field]

const ofInstance =
  (field: 'interfaces' | 'profile'): Reading =>
  async (given) => {
    const instance = { instanceId: 'i-1', imageId: 'ami-1', instanceState: { name: 'running' } }
    const context = collecting(
      answering({
        'ec2:DescribeInstances': {
          reservationSet: [{ instancesSet: [{ ...instance, ...given }] }],
        },
      }),
    )
    const stream = instances(context, async () => {
      throw new Error('plans are not read')
    })
    return only(await recordsOf(stream, field), field)
  }

const ofFunction =
  (field: 'vpc_id' | 'variables' | 'zones'): Reading =>
  async (given) => {
    const Functions = [{ FunctionName: 'f', FunctionArn: 'arn', Runtime: 'nodejs24.x', ...given }]
    const context = collecting(answering({ 'lambda:ListFunctions': { Functions } }))
    return only(await recordsOf(awslambda(context).functions, field), field)
  }

const ofProject =
  (field: 'filters' | 'logs'): Reading =>
  async (given) => {
    const project = { name: 'p', arn: 'arn', source: { type: 'NO_SOURCE' }, environment: {} }
    const context = collecting(
      answering({
        'codebuild:ListProjects': { projects: ['p'] },
        'codebuild:BatchGetProjects': { projects: [{ ...project, ...given }] },
      }),
    )
    return only(await recordsOf(codebuild(context).projects, field), field)
  }

const ofService =
  (field: 'public_ip' | 'task_sets'): Reading =>
  async (given) => {
    const service = { serviceArn: 'arn', serviceName: 's', status: 'ACTIVE' }
    const context = collecting(
      answering({
        'ecs:ListClusters': { clusterArns: ['c'] },
        'ecs:ListServices': { serviceArns: ['s'] },
        'ecs:DescribeServices': { services: [{ ...service, ...given }] },
      }),
    )
    return only(await recordsOf(ecs(context).services, field), field)
  }

/** The number of behaviors of a distribution. */
const ofDistribution: Reading = async (given) => {
  const distribution = {
    Id: 'E1',
    ARN: 'arn',
    Enabled: true,
    Origins: { Items: [] },
    DefaultCacheBehavior: { TargetOriginId: 'o', ViewerProtocolPolicy: 'https-only' },
    Restrictions: { GeoRestriction: { RestrictionType: 'none' } },
  }
  const aws = answering({
    'cloudfront:ListDistributions': {
      DistributionList: { Items: [{ ...distribution, ...given }] },
    },
  })
  const [record] = await Array.fromAsync(distributions(aws))
  return isIncomplete(record) ? record.gap : record?.behaviors.length
}

/** The named field of the only container of a task definition, or unread if the definition is. */
const ofContainer =
  (field: 'suspects' | 'log_driver'): Reading =>
  async (given) => {
    const context = collecting(
      answering({
        'ecs:ListTaskDefinitions': { taskDefinitionArns: ['arn:definition/d:1'] },
        'ecs:ListClusters': { clusterArns: [] },
        'ecs:DescribeTaskDefinition': {
          taskDefinition: { containerDefinitions: [{ name: 'c', ...given }] },
        },
      }),
    )
    const [record] = await recordsOf(ecs(context).taskDefinitions, 'definition')
    const definition = record?.definition
    return isUnread(definition) ? definition : only(definition?.containers ?? [], field)
  }

const ofDatabase =
  (field: 'port' | 'certificate_ends'): Reading =>
  async (given) => {
    const instance = { DBInstanceArn: 'arn', DBInstanceIdentifier: 'd', Engine: 'mysql' }
    const context = collecting(
      answering({ 'rds:DescribeDBInstances': { DBInstances: [{ ...instance, ...given }] } }),
    )
    return only(await recordsOf(rds(context).instances, field), field)
  }

const card = { groupSet: [], privateIpAddressesSet: [] }
const cards = (changes: object) => ({ networkInterfaceSet: [{ ...card, ...changes }] })
const network = { subnets: ['subnet-1'] }

const cases: [what: string, read: Reading, given: object, expected: unknown][] = [
  ['no instance profile', ofInstance('profile'), {}, null],
  ['an instance profile without ARN', ofInstance('profile'), { iamInstanceProfile: {} }, unread],
  ['no list of IPv6 addresses', ofInstance('interfaces'), cards({}), unread],
  [
    'an IPv6 item without address',
    ofInstance('interfaces'),
    cards({ ipv6AddressesSet: [{}] }),
    unread,
  ],
  ['no VPC', ofFunction('vpc_id'), {}, null],
  ['a VPC without id', ofFunction('vpc_id'), { VpcConfig: { SubnetIds: ['subnet-1'] } }, unread],
  ['a VPC without members', ofFunction('vpc_id'), { VpcConfig: {} }, unread],
  ['a former VPC', ofFunction('vpc_id'), { VpcConfig: { VpcId: '', SubnetIds: [] } }, null],
  ['a VPC without subnets', ofFunction('zones'), { VpcConfig: { VpcId: 'vpc-1' } }, unread],
  ['no environment', ofFunction('variables'), {}, 0],
  ['an environment without variables', ofFunction('variables'), { Environment: {} }, unread],
  ['no list of behaviors', ofDistribution, { CacheBehaviors: undefined }, unread],
  ['an empty list of behaviors', ofDistribution, { CacheBehaviors: { Quantity: '0' } }, 1],
  [
    'a list of behaviors without items',
    ofDistribution,
    { CacheBehaviors: { Quantity: '2' } },
    unread,
  ],
  ['no webhook', ofProject('filters'), {}, null],
  ['a webhook without filter groups', ofProject('filters'), { webhook: {} }, unread],
  ['no configuration of logs', ofProject('logs'), {}, true],
  ['no CloudWatch logs', ofProject('logs'), { logsConfig: {} }, true],
  ['no network configuration', ofService('public_ip'), {}, null],
  ['an empty network', ofService('public_ip'), { networkConfiguration: {} }, unread],
  [
    'a network without assignPublicIp',
    ofService('public_ip'),
    { networkConfiguration: { awsvpcConfiguration: network } },
    false,
  ],
  [
    'a task set with an empty network',
    ofService('task_sets'),
    { taskSets: [{ id: 'one' }, { id: 'two', networkConfiguration: {} }] },
    unread,
  ],
  ['a variable without name', ofContainer('suspects'), { environment: [{ value: 'v' }] }, unread],
  ['a variable without value', ofContainer('suspects'), { environment: [{ name: 'N' }] }, unread],
  ['no log configuration', ofContainer('log_driver'), {}, null],
  ['logs without driver', ofContainer('log_driver'), { logConfiguration: {} }, unread],
  ['no endpoint', ofDatabase('port'), {}, null],
  ['an endpoint without port', ofDatabase('port'), { Endpoint: { Address: 'd' } }, unread],
  ['no certificate', ofDatabase('certificate_ends'), {}, null],
  [
    'a certificate without end',
    ofDatabase('certificate_ends'),
    { CertificateDetails: { CAIdentifier: 'rds-ca-rsa2048-g1' } },
    unread,
  ],
]

for (const [what, read, given, expected] of cases)
  test(`${what} is ${expected === unread ? 'unread' : `read as ${expected}`}`, async () => {
    const value = await read(given)
    equal(isUnread(value) ? unread : value, expected)
  })
