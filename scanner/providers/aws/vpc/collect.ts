import type { Collected, Collecting } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { endpointServices, endpoints, peerings, vpnConnections } from './links.ts'
import type { VpcService } from './resources.ts'
import { lists, subnets, vpcs } from './vpcs.ts'

export function collect(context: Collecting<Aws>): Collected<VpcService> {
  const given = lists(context)
  return {
    vpcs: vpcs(context, given),
    subnets: subnets(context, given),
    peerings: peerings(context),
    endpoints: endpoints(context, given),
    endpointServices: endpointServices(context),
    vpnConnections: vpnConnections(context),
  }
}
