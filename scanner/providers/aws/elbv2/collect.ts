import { type Collected, type Collecting, complete, each, once, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Attributes, Elbv2, Listener, OldTls, PlainRule } from './resources.ts'

interface Described {
  LoadBalancerArn?: string
  LoadBalancerName?: string
  Scheme?: string
  Type?: string
  AvailabilityZones?: { ZoneName?: string }[]
}

interface Rule {
  Priority?: string
  Actions?: { Type?: string; RedirectConfig?: { Protocol?: string } }[]
}

interface SslPolicy {
  Name?: string
  SslProtocols?: string[]
  Ciphers?: { Name?: string }[]
}

async function* loadBalancers(aws: Aws) {
  const call = 'elbv2:DescribeLoadBalancers'
  for await (const { LoadBalancers } of aws.pages<{ LoadBalancers?: Described[] }>(call)) {
    if (!LoadBalancers) throw aws.broken(call, 'LoadBalancers')
    for (const described of LoadBalancers)
      yield complete(described, (it) => {
        const { LoadBalancerArn: arn, LoadBalancerName: name, Type: type } = it
        if (!arn || !name || !type || !it.AvailabilityZones)
          throw aws.broken(call, 'the identity of a load balancer')
        return { arn, name, type, scheme: it.Scheme ?? null, zones: it.AvailabilityZones }
      })
  }
}

async function attributesOf(aws: Aws, arn: string, type: string): Promise<Attributes> {
  const call = 'elbv2:DescribeLoadBalancerAttributes'
  const { Attributes } = await aws.call<{ Attributes?: { Key?: string; Value?: string }[] }>(call, {
    LoadBalancerArn: arn,
  })
  const values = new Map((Attributes ?? []).map(({ Key, Value }) => [Key, Value]))
  const text = (key: string): string => {
    const value = values.get(key)
    if (!value) throw aws.broken(call, key)
    return value
  }
  const flag = (key: string): boolean => text(key) === 'true'
  const [application, gateway] = [type === 'application', type === 'gateway']
  return {
    deletion_protection: flag('deletion_protection.enabled'),
    access_logs: gateway ? null : flag('access_logs.s3.enabled'),
    // An application load balancer always crosses zones.
    cross_zone: application ? null : flag('load_balancing.cross_zone.enabled'),
    drop_invalid_headers: application
      ? flag('routing.http.drop_invalid_header_fields.enabled')
      : null,
    desync_mode: application ? text('routing.http.desync_mitigation_mode') : null,
  }
}

async function listenersOf(aws: Aws, arn: string, type: string): Promise<readonly Listener[]> {
  const call = 'elbv2:DescribeListeners'
  const found: Listener[] = []
  type Page = {
    Listeners?: { ListenerArn?: string; Protocol?: string; Port?: number; SslPolicy?: string }[]
  }
  for await (const { Listeners } of aws.pages<Page>(call, { LoadBalancerArn: arn })) {
    if (!Listeners) throw aws.broken(call, 'Listeners')
    for (const { ListenerArn, Protocol, Port, SslPolicy } of Listeners) {
      if (!ListenerArn) throw aws.broken(call, 'ListenerArn')
      // Responses need not contain a port or a protocol for listeners of a gateway load balancer.
      if (!Protocol && type !== 'gateway') throw aws.broken(call, 'Protocol')
      if (!SslPolicy && (Protocol === 'HTTPS' || Protocol === 'TLS'))
        throw aws.broken(call, 'SslPolicy')
      found.push({
        arn: ListenerArn,
        protocol: Protocol ?? 'GENEVE',
        port: Port ?? null,
        ssl_policy: SslPolicy || null,
      })
    }
  }
  return found
}

const redirects = ({ Actions = [] }: Rule): boolean =>
  Actions.some(
    ({ Type, RedirectConfig }) => Type === 'redirect' && RedirectConfig?.Protocol === 'HTTPS',
  )

async function plainRulesOf(aws: Aws, listeners: readonly Listener[]): Promise<PlainRule[]> {
  const call = 'elbv2:DescribeRules'
  const found: PlainRule[] = []
  for (const { arn, port, protocol } of listeners) {
    if (protocol !== 'HTTP') continue
    let seen = 0
    for await (const { Rules } of aws.pages<{ Rules?: Rule[] }>(call, { ListenerArn: arn })) {
      for (const rule of Rules ?? []) {
        seen++
        if (!redirects(rule)) found.push({ port, priority: rule.Priority ?? 'default' })
      }
    }
    if (seen === 0) throw aws.broken(call, 'the default rule')
  }
  return found
}

const current: ReadonlySet<string> = new Set(['TLSv1.2', 'TLSv1.3'])
const weak = /RC4|3DES|DES-CBC|MD5|NULL|EXP|anon/i

async function policiesOf(aws: Aws): Promise<ReadonlyMap<string, SslPolicy>> {
  const found = new Map<string, SslPolicy>()
  for await (const { SslPolicies } of aws.pages<{ SslPolicies?: SslPolicy[] }>(
    'elbv2:DescribeSSLPolicies',
  )) {
    for (const policy of SslPolicies ?? []) found.set(policy.Name ?? '', policy)
  }
  return found
}

function oldTlsOf(
  aws: Aws,
  listeners: readonly Listener[],
  policies: ReadonlyMap<string, SslPolicy>,
): readonly OldTls[] {
  return listeners.flatMap(({ port, ssl_policy }) => {
    if (ssl_policy === null) return []
    const { SslProtocols, Ciphers } = policies.get(ssl_policy) ?? {}
    if (!SslProtocols || !Ciphers) throw aws.broken('elbv2:DescribeSSLPolicies', ssl_policy)
    const protocols = SslProtocols.filter((it) => !current.has(it))
    const ciphers = Ciphers.map(({ Name }) => {
      if (!Name) throw aws.broken('elbv2:DescribeSSLPolicies', 'the name of a cipher')
      return Name
    }).filter((it) => weak.test(it))
    return protocols.length + ciphers.length > 0 ? [{ port, ssl_policy, protocols, ciphers }] : []
  })
}

async function webAclOf(aws: Aws, arn: string): Promise<string | null> {
  const call = 'wafv2:GetWebACLForResource'
  // For a load balancer without a web ACL, the response is empty.
  const { WebACL } = await aws.call<{ WebACL?: { ARN?: string } }>(call, { ResourceArn: arn })
  if (WebACL && !WebACL.ARN) throw aws.broken(call, 'ARN')
  return WebACL?.ARN ?? null
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<Elbv2> => {
  const policies = once(() => policiesOf(aws))
  return {
    loadBalancers: each(loadBalancers(aws), ({ arn, name, type, scheme, zones }) => {
      const listeners = once(() => listenersOf(aws, arn, type))
      return {
        uid: arn,
        name,
        region,
        type,
        scheme,
        zones: zones.map(({ ZoneName = '' }) => ZoneName),
        attributes: read(() => attributesOf(aws, arn, type)),
        listeners: read(listeners),
        plain_rules: read(async () => plainRulesOf(aws, await listeners())),
        old_tls: read(async () => {
          const found = await listeners()
          return found.some(({ ssl_policy }) => ssl_policy !== null)
            ? oldTlsOf(aws, found, await policies())
            : []
        }),
        web_acl: read(async () => (type === 'application' ? webAclOf(aws, arn) : null)),
      }
    }),
  }
}
