// Reads from an instance's groups whether it rejects unencrypted connections.
import type { Aws, Parameters } from '../client.ts'
import { items } from '../ec2/answers.ts'
import type { GivenCluster } from './clusters.ts'
import { oracleTransport, transportSetting } from './engines.ts'
import type { GivenInstance } from './instances.ts'
import type { Transport } from './resources.ts'

interface Group {
  readonly name: string
  readonly of: 'instance' | 'cluster' | 'options'
  readonly inForce: boolean
}

const groupOf = (aws: Aws, { DBParameterGroups: groups = [] }: GivenInstance): Group => {
  const [{ DBParameterGroupName: name, ParameterApplyStatus: status } = {}] = groups
  if (!name) throw aws.broken('rds:DescribeDBInstances', 'DBParameterGroups')
  return { name, of: 'instance', inForce: status === 'in-sync' }
}

/** While one option group replaces another, both are listed. */
function optionGroupOf(aws: Aws, { OptionGroupMemberships: groups = [] }: GivenInstance): Group {
  const staying = groups.find(({ Status: status = '' }) => !/remov/.test(status))
  const name = staying?.OptionGroupName
  if (!name) throw aws.broken('rds:DescribeDBInstances', 'OptionGroupMemberships')
  return { name, of: 'options', inForce: groups.length === 1 && staying.Status === 'in-sync' }
}

function groupOfCluster(
  aws: Aws,
  { DBInstanceIdentifier: id, DBClusterIdentifier: clusterId }: GivenInstance,
  clusters: readonly GivenCluster[],
): Group {
  const cluster = clusters.find(({ DBClusterIdentifier: it }) => it === clusterId)
  const name = cluster?.DBClusterParameterGroup
  if (!name) throw aws.broken('rds:DescribeDBClusters', `the parameter group of ${clusterId}`)
  const member = cluster.DBClusterMembers?.find(({ DBInstanceIdentifier: it }) => it === id)
  return { name, of: 'cluster', inForce: member?.DBClusterParameterGroupStatus === 'in-sync' }
}

/** The filter excludes the hundreds of other parameters of a group. */
const only = (parameter: string): Parameters => ({
  'Filters.Filter.1.Name': 'parameter-name',
  'Filters.Filter.1.Values.Value.1': parameter,
})

interface ParametersAnswer {
  Parameters?: { ParameterName?: string; ParameterValue?: string }[]
}

async function parameterIn(aws: Aws, { name, of }: Group, parameter: string) {
  const [operation, names] =
    of === 'cluster'
      ? (['rds:DescribeDBClusterParameters', { DBClusterParameterGroupName: name }] as const)
      : (['rds:DescribeDBParameters', { DBParameterGroupName: name }] as const)
  const list = (answer: ParametersAnswer) => answer.Parameters
  for await (const it of items(aws, operation, { ...names, ...only(parameter) }, list)) {
    if (it.ParameterName === parameter) return it.ParameterValue || null
  }
  // Every version with rds.force_ssl lists it, with or without a value; old MySQL has no such parameter.
  if (parameter === 'rds.force_ssl') throw aws.broken(operation, parameter)
  return null
}

interface OptionsAnswer {
  OptionGroupsList?: {
    OptionGroupName?: string
    Options?: { OptionSettings?: { Name?: string; Value?: string }[] }[]
  }[]
}

async function optionIn(aws: Aws, { name }: Group, setting: string) {
  const operation = 'rds:DescribeOptionGroups'
  const list = (answer: OptionsAnswer) => answer.OptionGroupsList
  for await (const it of items(aws, operation, { OptionGroupName: name }, list)) {
    if (it.OptionGroupName !== name) continue
    // A default group has no options.
    const settings = (it.Options ?? []).flatMap(({ OptionSettings = [] }) => OptionSettings)
    return settings.find(({ Name }) => Name === setting)?.Value || null
  }
  throw aws.broken(operation, `the group ${name}`)
}

/** Reads the effective settings of an instance; each group is read once, however many instances use it. */
export function transports(aws: Aws, clusters: () => Promise<readonly GivenCluster[]>) {
  const values = new Map<string, Promise<string | null>>()
  return async (given: GivenInstance): Promise<Transport | null> => {
    const setting = transportSetting(given.Engine ?? '')
    if (setting === null) return null
    const isOption = setting === oracleTransport
    const group = given.DBClusterIdentifier
      ? groupOfCluster(aws, given, await clusters())
      : (isOption ? optionGroupOf : groupOf)(aws, given)
    const key = `${group.of} ${group.name}`
    const value = values.get(key) ?? (isOption ? optionIn : parameterIn)(aws, group, setting)
    values.set(key, value)
    return { group: group.name, setting, value: await value, in_force: group.inForce }
  }
}
