import type { Call, Operation } from '../call.ts'
import { describe, ec2Of, tagSet } from './describe.ts'
import type { Permission, SecurityGroup } from './network.state.ts'

const isIpv6 = (cidr: string) => cidr.includes(':')

const permissionTree = (permission: Permission, ownerId: string) => {
  const { protocol, from, to, cidrs, groupIds = [], prefixListIds = [], description } = permission
  return {
    ipProtocol: protocol,
    fromPort: from,
    toPort: to,
    groups: groupIds.map((groupId) => ({ userId: ownerId, groupId, description })),
    ipRanges: cidrs.filter((cidr) => !isIpv6(cidr)).map((cidrIp) => ({ cidrIp, description })),
    ipv6Ranges: cidrs.filter(isIpv6).map((cidrIpv6) => ({ cidrIpv6, description })),
    prefixListIds: prefixListIds.map((prefixListId) => ({ prefixListId, description })),
  }
}

const arnOf = ({ account, region }: Call, id: string) =>
  `arn:aws:ec2:${region}:${account.id}:security-group/${id}`

export const describeSecurityGroups: Operation = describe<SecurityGroup>({
  set: 'securityGroupInfo',
  items: ({ securityGroups }) => securityGroups,
  ids: ['GroupId', ({ id }) => id, 'InvalidGroup.NotFound'],
  filters: {
    'group-id': ({ id }) => [id],
    'group-name': ({ name }) => [name],
    'vpc-id': ({ vpcId }) => [vpcId],
    'ip-permission.cidr': ({ ingress }) => ingress.flatMap(({ cidrs }) => cidrs),
  },
  tree: (group, call) => ({
    ownerId: call.account.id,
    groupId: group.id,
    securityGroupArn: arnOf(call, group.id),
    groupName: group.name,
    groupDescription: group.description,
    vpcId: group.vpcId,
    ipPermissions: group.ingress.map((each) => permissionTree(each, call.account.id)),
    ipPermissionsEgress: group.egress.map((each) => permissionTree(each, call.account.id)),
    tagSet: tagSet(group.tags),
  }),
})

interface Rule {
  readonly id: string
  readonly group: SecurityGroup
  readonly egress: boolean
  readonly permission: Permission
  readonly source: object
}

/** One rule per source: this operation splits a permission. */
const rulesOf = (group: SecurityGroup, call: Call): Rule[] => {
  const rules: Rule[] = []
  for (const egress of [false, true])
    for (const permission of egress ? group.egress : group.ingress) {
      const sources = [
        ...permission.cidrs.map((cidr) => ({ [isIpv6(cidr) ? 'cidrIpv6' : 'cidrIpv4']: cidr })),
        ...(permission.prefixListIds ?? []).map((prefixListId) => ({ prefixListId })),
        ...(permission.groupIds ?? []).map((groupId) => ({
          referencedGroupInfo: { groupId, userId: call.account.id },
        })),
      ]
      for (const source of sources) {
        const id = `sgr-${group.id.slice('sg-'.length)}${String(rules.length).padStart(2, '0')}`
        rules.push({ id, group, egress, permission, source })
      }
    }
  return rules
}

export const describeSecurityGroupRules: Operation = describe<Rule>({
  set: 'securityGroupRuleSet',
  items: (_, call) => ec2Of(call).securityGroups.flatMap((group) => rulesOf(group, call)),
  ids: ['SecurityGroupRuleId', ({ id }) => id, 'InvalidSecurityGroupRuleId.NotFound'],
  filters: { 'group-id': ({ group }) => [group.id], 'security-group-rule-id': ({ id }) => [id] },
  tree: ({ id, group, egress, permission, source }, call) => ({
    securityGroupRuleId: id,
    groupId: group.id,
    groupOwnerId: call.account.id,
    isEgress: egress,
    ipProtocol: permission.protocol,
    // All protocols means all ports, and EC2 then returns -1.
    fromPort: permission.from ?? -1,
    toPort: permission.to ?? -1,
    ...source,
    description: permission.description,
    tagSet: [],
  }),
})
