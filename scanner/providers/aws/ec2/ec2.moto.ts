import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import {
  AllocateAddressCommand,
  AuthorizeSecurityGroupIngressCommand,
  CreateSecurityGroupCommand,
  CreateSnapshotCommand,
  CreateVolumeCommand,
  DescribeImagesCommand,
  DescribeSecurityGroupsCommand,
  DescribeSubnetsCommand,
  EC2Client,
  EnableEbsEncryptionByDefaultCommand,
  ModifySnapshotAttributeCommand,
  RunInstancesCommand,
} from '@aws-sdk/client-ec2'
import { gives, motoAccount } from '../../../testing/moto.ts'

const { id, region, settings, scanned } = await motoAccount('200000000105')
const client = new EC2Client(settings)
const arn = (resource: string) => `arn:aws:ec2:${region}:${id}:${resource}`

async function group(name: string, range: string): Promise<string> {
  const { GroupId = '' } = await client.send(
    new CreateSecurityGroupCommand({ GroupName: name, Description: name }),
  )
  await client.send(
    new AuthorizeSecurityGroupIngressCommand({
      GroupId,
      IpPermissions: [
        { IpProtocol: 'tcp', FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: range }] },
      ],
    }),
  )
  return GroupId
}

/** An instance with a public address behind a group, in moto's default subnet. */
async function instance(GroupId: string, HttpTokens: 'optional' | 'required'): Promise<string> {
  const { Subnets = [] } = await client.send(new DescribeSubnetsCommand({}))
  const { Images = [] } = await client.send(new DescribeImagesCommand({ Owners: ['amazon'] }))
  const { Instances = [] } = await client.send(
    new RunInstancesCommand({
      ImageId: Images[0]?.ImageId,
      MinCount: 1,
      MaxCount: 1,
      MetadataOptions: { HttpTokens, HttpEndpoint: 'enabled' },
      NetworkInterfaces: [
        {
          DeviceIndex: 0,
          SubnetId: Subnets[0]?.SubnetId,
          Groups: [GroupId],
          AssociatePublicIpAddress: true,
        },
      ],
    }),
  )
  return Instances[0]?.InstanceId ?? ''
}

test('groups, machines, disks and addresses of moto are judged', async () => {
  const [open, narrow] = [await group('open', '0.0.0.0/0'), await group('narrow', '10.0.0.0/8')]
  const [exposed, tucked] = [await instance(open, 'optional'), await instance(narrow, 'required')]
  const AvailabilityZone = `${region}a`
  const volume = async (Encrypted: boolean) => {
    const made = await client.send(
      new CreateVolumeCommand({ AvailabilityZone, Size: 8, Encrypted }),
    )
    return made.VolumeId ?? ''
  }
  const [plain, sealed] = [await volume(false), await volume(true)]
  const { SnapshotId } = await client.send(new CreateSnapshotCommand({ VolumeId: plain }))
  await client.send(
    new ModifySnapshotAttributeCommand({
      SnapshotId,
      Attribute: 'createVolumePermission',
      OperationType: 'add',
      GroupNames: ['all'],
    }),
  )
  const { AllocationId } = await client.send(new AllocateAddressCommand({ Domain: 'vpc' }))

  const uids = [
    ...[open, narrow].map((it) => arn(`security-group/${it}`)),
    ...[exposed, tucked].map((it) => arn(`instance/${it}`)),
    ...[plain, sealed].map((it) => arn(`volume/${it}`)),
    arn(`elastic-ip/${AllocationId}`),
  ]
  const seen = await scanned({ uids })
  gives(seen, [
    ['ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_22', open, 'FAIL'],
    ['ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_22', narrow, 'PASS'],
    ['ec2_instance_port_ssh_exposed_to_internet', exposed, 'FAIL'],
    ['ec2_instance_port_ssh_exposed_to_internet', tucked, 'PASS'],
    ['ec2_instance_imdsv2_enabled', exposed, 'FAIL'],
    ['ec2_instance_imdsv2_enabled', tucked, 'PASS'],
    ['ec2_instance_public_ip', exposed, 'FAIL'],
    ['ec2_ebs_volume_encryption', plain, 'FAIL'],
    ['ec2_ebs_volume_encryption', sealed, 'PASS'],
    ['ec2_ebs_volume_snapshots_exists', plain, 'PASS'],
    ['ec2_ebs_volume_snapshots_exists', sealed, 'FAIL'],
    ['ec2_elastic_ip_unassigned', AllocationId ?? '', 'FAIL'],
  ])
  // moto supports neither enclaves nor settings of AWS Backup, and Systems Manager knows none of the instances.
  const lacking =
    /^ec2_(confidential_workload_host_|instance_managed_by_ssm|ebs_volume_protected_by)/
  deepEqual(
    seen.unread.filter(({ check_id }) => !lacking.test(check_id)),
    [],
  )

  // moto has hundreds of snapshots of its images: only the test's is scanned. moto does not return whether the region
  // blocks public ones, so there can be no verdict on that.
  const shared = await scanned({ uids: [`arn:aws:ec2:${region}::snapshot/${SnapshotId}`] })
  gives(shared, [['ec2_ebs_snapshots_encrypted', SnapshotId ?? '', 'FAIL']])
  deepEqual(
    shared.unread.map(({ check_id, action }) => [check_id, action]),
    [['ec2_ebs_public_snapshot', 'ec2:GetSnapshotBlockPublicAccessState']],
  )
})

test('a region of moto is judged by its own settings and its default group', async () => {
  const checks = ['ec2_ebs_default_encryption', 'ec2_securitygroup_default_restrict_traffic']
  const { SecurityGroups = [] } = await client.send(
    new DescribeSecurityGroupsCommand({ Filters: [{ Name: 'group-name', Values: ['default'] }] }),
  )
  gives(await scanned({ checks }), [
    ['ec2_ebs_default_encryption', ':account', 'FAIL'],
    ['ec2_securitygroup_default_restrict_traffic', SecurityGroups[0]?.GroupId ?? '', 'FAIL'],
  ])
  await client.send(new EnableEbsEncryptionByDefaultCommand({}))
  gives(await scanned({ checks }), [['ec2_ebs_default_encryption', ':account', 'PASS']])
})
