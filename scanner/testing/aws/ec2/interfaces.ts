/** Network interfaces and the elastic addresses on them. */
import type { Operation } from '../call.ts'
import { describe, ec2Of, relatedId, tagSet } from './describe.ts'
import { association, groupSet, ipv6Addresses, privateAddresses } from './instances.ts'
import type { Address, NetworkInterface } from './network.state.ts'

const describeNetworkInterfaces = describe<NetworkInterface>({
  set: 'networkInterfaceSet',
  items: ({ networkInterfaces }) => networkInterfaces,
  ids: ['NetworkInterfaceId', ({ id }) => id, 'InvalidNetworkInterfaceID.NotFound'],
  filters: {
    'network-interface-id': ({ id }) => [id],
    'group-id': ({ securityGroupIds }) => securityGroupIds,
    'subnet-id': ({ subnetId }) => [subnetId],
    'vpc-id': ({ vpcId }) => [vpcId],
    'attachment.instance-id': ({ instanceId }) => (instanceId === null ? [] : [instanceId]),
  },
  tree: (face, call) => ({
    networkInterfaceId: face.id,
    subnetId: face.subnetId,
    vpcId: face.vpcId,
    availabilityZone: face.zone,
    description: face.description,
    ownerId: call.account.id,
    requesterId: face.requester,
    requesterManaged: face.requester !== undefined,
    status: face.instanceId === null && face.requester === undefined ? 'available' : 'in-use',
    privateIpAddress: face.privateIp,
    sourceDestCheck: face.type === 'interface',
    groupSet: groupSet(call, face.securityGroupIds),
    attachment:
      face.instanceId === null
        ? undefined
        : {
            attachmentId: relatedId('eni-attach', face.id),
            instanceId: face.instanceId,
            instanceOwnerId: call.account.id,
            deviceIndex: 0,
            status: 'attached',
            deleteOnTermination: true,
          },
    association: association(call, face.publicIp),
    tagSet: tagSet(face.tags),
    privateIpAddressesSet: privateAddresses(call, face.privateIp, face.publicIp),
    ipv6AddressesSet: ipv6Addresses(face.ipv6),
    interfaceType: face.type,
  }),
})

const describeAddresses = describe<Address>({
  set: 'addressesSet',
  items: ({ addresses }) => addresses,
  ids: ['AllocationId', ({ allocationId }) => allocationId, 'InvalidAllocationID.NotFound'],
  unpaged: true,
  filters: { 'public-ip': ({ publicIp }) => [publicIp] },
  tree: (address, call) => {
    const face = ec2Of(call).networkInterfaces.find(({ id }) => id === address.interfaceId)
    return {
      publicIp: address.publicIp,
      allocationId: address.allocationId,
      domain: 'vpc',
      instanceId: address.instanceId ?? undefined,
      associationId: face && relatedId('eipassoc', address.allocationId),
      networkInterfaceId: face?.id,
      networkInterfaceOwnerId: face && call.account.id,
      privateIpAddress: face?.privateIp,
      networkBorderGroup: call.region,
      tagSet: tagSet(address.tags),
    }
  },
})

export const interfaceOperations: Record<string, Operation> = {
  DescribeNetworkInterfaces: describeNetworkInterfaces,
  DescribeAddresses: describeAddresses,
}
