import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Listener {
  readonly port: number
  /** HTTP, HTTPS, TCP or SSL. */
  readonly protocol: string
  readonly certificate: string | null
  readonly policies: readonly string[]
}

export interface Attributes {
  readonly cross_zone: boolean
  readonly access_logs: boolean
  readonly connection_draining: boolean
  /** Null if the response omits it. */
  readonly desync_mode: string | null
}

/** Outdated protocols and ciphers that the policies of a secure listener permit. */
export interface OldTls {
  readonly port: number
  readonly protocols: readonly string[]
  readonly ciphers: readonly string[]
}

export interface LoadBalancer extends Resource {
  readonly scheme: string
  readonly zones: readonly string[]
  readonly listeners: readonly Listener[]
  readonly attributes: Maybe<Attributes>
  readonly old_tls: Maybe<readonly OldTls[]>
}

export interface Elb {
  loadBalancers: LoadBalancer
}

export const check = checkFor<Elb>()

export const isSecure = ({ protocol }: Listener): boolean =>
  protocol === 'HTTPS' || protocol === 'SSL'

/** Up to ten listeners, formatted for users. */
export const portsOf = (listeners: readonly Pick<Listener, 'port' | 'protocol'>[]): string =>
  listeners
    .slice(0, 10)
    .map(({ port, protocol }) => `${protocol} on port ${port}`)
    .join(', ')
