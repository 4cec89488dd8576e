import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** Null if this type of load balancer has no such setting. */
export interface Attributes {
  readonly access_logs: boolean | null
  readonly deletion_protection: boolean
  readonly cross_zone: boolean | null
  readonly drop_invalid_headers: boolean | null
  readonly desync_mode: string | null
}

export interface Listener {
  readonly arn: string
  readonly protocol: string
  readonly port: number | null
  /** The policy of TLS handshakes; null if the listener does not terminate TLS. */
  readonly ssl_policy: string | null
}

/** A rule of an HTTP listener that responds or forwards although it could redirect to HTTPS. */
export interface PlainRule {
  readonly port: number | null
  /** Its priority in the listener: a number, or `default`. */
  readonly priority: string
}

/** Outdated protocols and ciphers that the security policy of a listener permits. */
export interface OldTls {
  readonly port: number | null
  readonly ssl_policy: string
  readonly protocols: readonly string[]
  readonly ciphers: readonly string[]
}

export interface LoadBalancer extends Resource {
  readonly type: string
  readonly scheme: string | null
  readonly zones: readonly string[]
  readonly attributes: Maybe<Attributes>
  readonly listeners: Maybe<readonly Listener[]>
  readonly plain_rules: Maybe<readonly PlainRule[]>
  readonly old_tls: Maybe<readonly OldTls[]>
  /** The ARN of its web ACL; null without one, and for types that do not support it. */
  readonly web_acl: Maybe<string | null>
}

export interface Elbv2 {
  loadBalancers: LoadBalancer
}

export const check = checkFor<Elbv2>()

/** The label for users. */
export const called = ({ type, name }: Pick<LoadBalancer, 'type' | 'name'>): string =>
  `The ${type === 'gateway' ? 'gateway' : type} load balancer ${name}`

export const portOf = ({ port }: { readonly port: number | null }): string =>
  port === null ? 'a listener without a port' : `port ${port}`
