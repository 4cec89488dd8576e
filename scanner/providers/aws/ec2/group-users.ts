// Users of a security group that have no network interface that shows it.
import type { Aws } from '../client.ts'
import { identity, items } from './answers.ts'

interface GivenVersion {
  launchTemplateId?: string
  launchTemplateData?: {
    securityGroupIdSet?: string[]
    /** Group names, in a default VPC. */
    securityGroupSet?: string[]
    networkInterfaceSet?: { groupSet?: string[] }[]
  }
}

type Users = ReadonlyMap<string, ReadonlySet<string>>

const add = (users: Map<string, Set<string>>, group: string, user: string): void => {
  users.set(group, (users.get(group) ?? new Set()).add(user))
}

/** Launch templates by the groups in their default or latest version. */
export async function templatesByGroup(
  aws: Aws,
): Promise<{ readonly byId: Users; readonly byName: Users }> {
  const operation = 'ec2:DescribeLaunchTemplateVersions'
  const [byId, byName] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  for await (const { launchTemplateId, launchTemplateData: data } of items(
    aws,
    operation,
    { LaunchTemplateVersion: ['$Default', '$Latest'], MaxResults: 200 }, // of every template
    (answer: { launchTemplateVersionSet?: GivenVersion[] }) => answer.launchTemplateVersionSet,
  )) {
    const template = identity(aws, operation, launchTemplateId)
    const ids = [
      ...(data?.securityGroupIdSet ?? []),
      ...(data?.networkInterfaceSet ?? []).flatMap(({ groupSet }) => groupSet ?? []),
    ]
    for (const id of ids) add(byId, id, template)
    for (const name of data?.securityGroupSet ?? []) add(byName, name, template)
  }
  return { byId, byName }
}

/** Lambda functions by their groups. */
export async function functionsByGroup(aws: Aws): Promise<Users> {
  const users = new Map<string, Set<string>>()
  for await (const page of aws.pages<{
    Functions?: { FunctionName?: string; VpcConfig?: { SecurityGroupIds?: string[] } }[]
  }>('lambda:ListFunctions')) {
    if (!page.Functions) throw aws.broken('lambda:ListFunctions', 'Functions')
    for (const { FunctionName = '', VpcConfig } of page.Functions) {
      for (const id of VpcConfig?.SecurityGroupIds ?? []) add(users, id, FunctionName)
    }
  }
  return users
}
