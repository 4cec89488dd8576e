import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { type Attributes, type Elb, isSecure, type Listener, type OldTls } from './resources.ts'

interface Described {
  LoadBalancerName?: string
  Scheme?: string
  AvailabilityZones?: string[]
  ListenerDescriptions?: {
    Listener?: { Protocol?: string; LoadBalancerPort?: number; SSLCertificateId?: string }
    PolicyNames?: string[]
  }[]
}

interface Policy {
  PolicyName?: string
  PolicyTypeName?: string
  PolicyAttributeDescriptions?: { AttributeName?: string; AttributeValue?: string }[]
}

const listing = 'elb:DescribeLoadBalancers'

function listenersOf(aws: Aws, { ListenerDescriptions }: Described): readonly Listener[] {
  if (!ListenerDescriptions) throw aws.broken(listing, 'ListenerDescriptions')
  return ListenerDescriptions.map(({ Listener: it, PolicyNames = [] }) => {
    if (!it?.Protocol || it.LoadBalancerPort === undefined) throw aws.broken(listing, 'Listener')
    return {
      port: it.LoadBalancerPort,
      protocol: it.Protocol.toUpperCase(),
      certificate: it.SSLCertificateId || null,
      policies: PolicyNames,
    }
  })
}

async function* loadBalancers(aws: Aws) {
  type Page = { LoadBalancerDescriptions?: Described[] }
  for await (const { LoadBalancerDescriptions } of aws.pages<Page>(listing)) {
    if (!LoadBalancerDescriptions) throw aws.broken(listing, 'LoadBalancerDescriptions')
    for (const it of LoadBalancerDescriptions) {
      const { LoadBalancerName: name, Scheme: scheme, AvailabilityZones: zones } = it
      if (!name || !zones) throw aws.broken(listing, 'the identity of a load balancer')
      // Outside a VPC, which only old accounts had, every load balancer faced the internet.
      yield { name, scheme: scheme || 'internet-facing', zones, listeners: listenersOf(aws, it) }
    }
  }
}

async function attributesOf(aws: Aws, LoadBalancerName: string): Promise<Attributes> {
  const call = 'elb:DescribeLoadBalancerAttributes'
  type Switch = { Enabled?: boolean }
  const { LoadBalancerAttributes: it } = await aws.call<{
    LoadBalancerAttributes?: {
      CrossZoneLoadBalancing?: Switch
      AccessLog?: Switch
      ConnectionDraining?: Switch
      AdditionalAttributes?: { Key?: string; Value?: string }[]
    }
  }>(call, { LoadBalancerName })
  const on = (name: 'CrossZoneLoadBalancing' | 'AccessLog' | 'ConnectionDraining'): boolean => {
    const enabled = it?.[name]?.Enabled
    if (enabled === undefined) throw aws.broken(call, name)
    return enabled
  }
  const desync = it?.AdditionalAttributes?.find(
    ({ Key }) => Key === 'elb.http.desyncmitigationmode',
  )
  return {
    cross_zone: on('CrossZoneLoadBalancing'),
    access_logs: on('AccessLog'),
    connection_draining: on('ConnectionDraining'),
    desync_mode: desync?.Value || null,
  }
}

const weak = /RC4|3DES|DES-CBC|MD5|NULL|^EXP|^ADH|anon/i

/** A policy is a list of enabled attributes, which include protocols and ciphers. */
async function oldTlsOf(
  aws: Aws,
  LoadBalancerName: string,
  listeners: readonly Listener[],
): Promise<readonly OldTls[]> {
  const secure = listeners.filter(isSecure)
  if (secure.length === 0) return []
  const call = 'elb:DescribeLoadBalancerPolicies'
  const { PolicyDescriptions: all } = await aws.call<{ PolicyDescriptions?: Policy[] }>(call, {
    LoadBalancerName,
  })
  if (!all) throw aws.broken(call, 'PolicyDescriptions')
  const permittedBy = ({ PolicyAttributeDescriptions }: Policy): readonly string[] => {
    if (!PolicyAttributeDescriptions?.length) throw aws.broken(call, 'PolicyAttributeDescriptions')
    return PolicyAttributeDescriptions.flatMap(({ AttributeName, AttributeValue }) => {
      if (!AttributeName || !AttributeValue) throw aws.broken(call, 'the value of an attribute')
      return AttributeValue === 'true' ? [AttributeName] : []
    })
  }
  return secure.flatMap(({ port, policies }) => {
    const own = all.filter(
      ({ PolicyName, PolicyTypeName }) =>
        PolicyTypeName === 'SSLNegotiationPolicyType' && policies.includes(PolicyName ?? ''),
    )
    if (own.length === 0) throw aws.broken(call, `the policy of port ${port}`)
    const permitted = own.flatMap(permittedBy)
    const protocols = permitted
      .filter((name) => /^Protocol-(SSLv|TLSv1$|TLSv1\.1$)/.test(name))
      .map((name) => name.replace('Protocol-', ''))
    const ciphers = permitted.filter((name) => !name.startsWith('Protocol-') && weak.test(name))
    return protocols.length + ciphers.length > 0 ? [{ port, protocols, ciphers }] : []
  })
}

export const collect = ({
  client: aws,
  region,
  account,
  partition,
}: Collecting<Aws>): Collected<Elb> => ({
  loadBalancers: each(loadBalancers(aws), (it) => ({
    uid: `arn:${partition}:elasticloadbalancing:${region}:${account}:loadbalancer/${it.name}`,
    region,
    ...it,
    attributes: read(() => attributesOf(aws, it.name)),
    old_tls: read(() => oldTlsOf(aws, it.name, it.listeners)),
  })),
})
