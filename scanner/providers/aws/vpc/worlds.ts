// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import { parsePolicy } from '../policy/index.ts'
import type {
  Endpoint,
  EndpointService,
  FlowLog,
  Peering,
  PeeringRoutes,
  Subnet,
  Vpc,
  VpnConnection,
} from './resources.ts'

const place = 'arn:aws:ec2:eu-west-1:123456789012'
const region = 'eu-west-1'

export const flowLog = (changes: Partial<FlowLog> = {}): FlowLog => ({
  flow_log_id: 'fl-1',
  status: 'ACTIVE',
  traffic: 'ALL',
  delivery_error: null,
  ...changes,
})

export const vpc = world<Vpc>({
  uid: `${place}:vpc/vpc-1`,
  name: 'main',
  region,
  vpc_id: 'vpc-1',
  default: false,
  flow_logs: [flowLog()],
  subnets: [
    { subnet_id: 'subnet-1', zone: 'eu-west-1a' },
    { subnet_id: 'subnet-2', zone: 'eu-west-1b' },
  ],
  tiers: { public: ['subnet-1'], private: ['subnet-2'] },
  endpoints: [{ service: 'com.amazonaws.eu-west-1.ec2', state: 'available' }],
})

export const subnet = world<Subnet>({
  uid: `${place}:subnet/subnet-1`,
  name: 'front',
  region,
  subnet_id: 'subnet-1',
  vpc_id: 'vpc-1',
  public_ipv4_by_default: false,
})

/** Routes of the requester's table rtb-1. */
export const routes = (...destinations: string[]): readonly PeeringRoutes[] => [
  { table_id: 'rtb-1', vpc_id: 'vpc-1', destinations },
]

/** From vpc-1 (10.20.0.0/16) to vpc-2 (10.30.0.0/16 and an IPv6 range). */
export const peering = world<Peering>({
  uid: `${place}:vpc-peering-connection/pcx-1`,
  name: 'partner',
  region,
  peering_id: 'pcx-1',
  state: 'active',
  requester: { vpc_id: 'vpc-1', owner: '123456789012', region, ranges: ['10.20.0.0/16'] },
  accepter: {
    vpc_id: 'vpc-2',
    owner: '210987654321',
    region,
    ranges: ['10.30.0.0/16', '2001:db8:30::/56'],
  },
  routes: routes('10.30.4.0/24'),
})

export const endpoint = world<Endpoint>({
  uid: `${place}:vpc-endpoint/vpce-1`,
  name: 'storage',
  region,
  endpoint_id: 'vpce-1',
  vpc_id: 'vpc-1',
  service: 'com.amazonaws.eu-west-1.sqs',
  type: 'Interface',
  state: 'available',
  managed: false,
  subnet_ids: ['subnet-1', 'subnet-2'],
  policy: parsePolicy(
    JSON.stringify({
      Statement: {
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::123456789012:root' },
        Action: '*',
        Resource: '*',
      },
    }),
  ),
})

export const endpointService = world<EndpointService>({
  uid: `${place}:vpc-endpoint-service/vpce-svc-1`,
  name: 'billing',
  region,
  service_id: 'vpce-svc-1',
  acceptance_required: true,
  allowed: [{ type: 'Account', principal: 'arn:aws:iam::123456789012:root' }],
})

export const vpnConnection = world<VpnConnection>({
  uid: `${place}:vpn-connection/vpn-1`,
  name: 'office',
  region,
  connection_id: 'vpn-1',
  state: 'available',
  tunnels: [
    { address: '198.51.100.1', up: true },
    { address: '198.51.100.2', up: true },
  ],
})
