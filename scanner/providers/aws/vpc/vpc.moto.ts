import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import {
  AcceptVpcPeeringConnectionCommand,
  CreateFlowLogsCommand,
  CreateRouteCommand,
  CreateSubnetCommand,
  CreateVpcCommand,
  CreateVpcEndpointCommand,
  CreateVpcPeeringConnectionCommand,
  DescribeRouteTablesCommand,
  EC2Client,
  ModifySubnetAttributeCommand,
} from '@aws-sdk/client-ec2'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { gives, motoAccount } from '../../../testing/moto.ts'

const { id, region, settings, scanned } = await motoAccount('200000000114')
const client = new EC2Client(settings)
const arn = (resource: string) => `arn:aws:ec2:${region}:${id}:${resource}`

async function network(CidrBlock: string): Promise<string> {
  const { Vpc } = await client.send(new CreateVpcCommand({ CidrBlock }))
  return Vpc?.VpcId ?? ''
}

async function subnet(VpcId: string, CidrBlock: string, zone: string): Promise<string> {
  const AvailabilityZone = `${region}${zone}`
  const made = await client.send(new CreateSubnetCommand({ VpcId, CidrBlock, AvailabilityZone }))
  return made.Subnet?.SubnetId ?? ''
}

test('networks of moto, and what joins them, are judged', async () => {
  const [good, bare] = [await network('10.20.0.0/16'), await network('10.30.0.0/16')]
  const open = await subnet(good, '10.20.1.0/24', 'a')
  const closed = await subnet(good, '10.20.2.0/24', 'b')
  await subnet(bare, '10.30.1.0/24', 'a')
  await client.send(
    new ModifySubnetAttributeCommand({ SubnetId: open, MapPublicIpOnLaunch: { Value: true } }),
  )
  const bucket = 'plumbline-flow-logs'
  await new S3Client(settings).send(new CreateBucketCommand({ Bucket: bucket }))
  await client.send(
    new CreateFlowLogsCommand({
      ResourceType: 'VPC',
      ResourceIds: [good],
      TrafficType: 'ALL',
      LogDestinationType: 's3',
      LogDestination: `arn:aws:s3:::${bucket}`,
    }),
  )
  const { VpcEndpoint } = await client.send(
    new CreateVpcEndpointCommand({
      VpcId: good,
      VpcEndpointType: 'Interface',
      ServiceName: `com.amazonaws.${region}.ec2`,
      SubnetIds: [open, closed],
    }),
  )
  const { VpcPeeringConnection } = await client.send(
    new CreateVpcPeeringConnectionCommand({ VpcId: good, PeerVpcId: bare }),
  )
  const peering = VpcPeeringConnection?.VpcPeeringConnectionId ?? ''
  await client.send(new AcceptVpcPeeringConnectionCommand({ VpcPeeringConnectionId: peering }))
  const { RouteTables = [] } = await client.send(
    new DescribeRouteTablesCommand({ Filters: [{ Name: 'vpc-id', Values: [good] }] }),
  )
  const route = (DestinationCidrBlock: string) =>
    client.send(
      new CreateRouteCommand({
        RouteTableId: RouteTables[0]?.RouteTableId,
        DestinationCidrBlock,
        VpcPeeringConnectionId: peering,
      }),
    )
  await route('10.30.1.0/24')
  const uids = [
    ...[good, bare].map((it) => arn(`vpc/${it}`)),
    ...[open, closed].map((it) => arn(`subnet/${it}`)),
    arn(`vpc-endpoint/${VpcEndpoint?.VpcEndpointId}`),
    arn(`vpc-peering-connection/${peering}`),
  ]
  const seen = await scanned({ uids })
  gives(seen, [
    ['vpc_flow_logs_enabled', good, 'PASS'],
    ['vpc_flow_logs_enabled', bare, 'FAIL'],
    ['vpc_endpoint_for_ec2_enabled', good, 'PASS'],
    ['vpc_endpoint_for_ec2_enabled', bare, 'FAIL'],
    ['vpc_subnet_different_az', good, 'PASS'],
    ['vpc_subnet_different_az', bare, 'FAIL'],
    ['vpc_subnet_separate_private_public', good, 'PASS'],
    ['vpc_subnet_no_public_ip_by_default', open, 'FAIL'],
    ['vpc_subnet_no_public_ip_by_default', closed, 'PASS'],
    ['vpc_endpoint_multi_az_enabled', VpcEndpoint?.VpcEndpointId ?? '', 'PASS'],
    ['vpc_peering_routing_tables_with_least_privilege', peering, 'PASS'],
  ])
  deepEqual(seen.unread, [])
  await route('10.0.0.0/8')
  gives(await scanned({ uids: [arn(`vpc-peering-connection/${peering}`)] }), [
    ['vpc_peering_routing_tables_with_least_privilege', peering, 'FAIL'],
  ])
})
