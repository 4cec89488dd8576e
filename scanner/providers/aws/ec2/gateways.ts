import {
  type Collecting,
  complete,
  each,
  type Incomplete,
  isIncomplete,
  type Stream,
} from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { identity, items, nameOf, seen, type TagSet, tags } from './answers.ts'
import type { ClientVpnEndpoint, TransitGateway } from './resources.ts'

interface GivenGateway extends TagSet {
  transitGatewayId?: string
  transitGatewayArn?: string
  ownerId?: string
  state?: string
  options?: { autoAcceptSharedAttachments?: string }
}

/** The account's own gateways; the owners of shared ones configure them. */
async function* ownGateways({
  client,
  account,
}: Collecting<Aws>): AsyncGenerator<GivenGateway | Incomplete> {
  const operation = 'ec2:DescribeTransitGateways'
  for await (const it of items(
    client,
    operation,
    { MaxResults: 1_000 },
    (answer: { transitGatewaySet?: GivenGateway[] }) => answer.transitGatewaySet,
  )) {
    const owner = complete(it, () => identity(client, operation, it.ownerId))
    if (isIncomplete(owner)) yield owner
    else if (owner === account) yield it
  }
}

export function transitGateways(context: Collecting<Aws>): Stream<TransitGateway> {
  const { client, partition, region, account } = context
  const operation = 'ec2:DescribeTransitGateways'
  return each<GivenGateway, TransitGateway>(ownGateways(context), (it) => {
    const id = identity(client, operation, it.transitGatewayId)
    return {
      uid:
        it.transitGatewayArn ?? `arn:${partition}:ec2:${region}:${account}:transit-gateway/${id}`,
      name: nameOf(id, it),
      region,
      tags: tags(it),
      gateway_id: id,
      state: identity(client, operation, it.state),
      auto_accept: seen(it.options?.autoAcceptSharedAttachments, operation),
    }
  })
}

interface GivenClientVpn extends TagSet {
  clientVpnEndpointId?: string
  status?: { code?: string }
  connectionLogOptions?: { Enabled?: boolean }
}

export function clientVpnEndpoints({
  client,
  partition,
  region,
  account,
}: Collecting<Aws>): Stream<ClientVpnEndpoint> {
  const operation = 'ec2:DescribeClientVpnEndpoints'
  return each<GivenClientVpn, ClientVpnEndpoint>(
    items(
      client,
      operation,
      { MaxResults: 1_000 },
      (answer: { clientVpnEndpoint?: GivenClientVpn[] }) => answer.clientVpnEndpoint,
    ),
    (it) => {
      const id = identity(client, operation, it.clientVpnEndpointId)
      return {
        uid: `arn:${partition}:ec2:${region}:${account}:client-vpn-endpoint/${id}`,
        name: nameOf(id, it),
        region,
        tags: tags(it),
        endpoint_id: id,
        state: identity(client, operation, it.status?.code),
        connection_log: seen(it.connectionLogOptions?.Enabled, operation),
      }
    },
  )
}
