import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Certificate extends Resource {
  /** ISSUED, EXPIRED, PENDING_VALIDATION and others. */
  readonly status: string
  /** AMAZON_ISSUED, IMPORTED or PRIVATE. */
  readonly type: string
  /** RSA_2048, EC_prime256v1 and others. */
  readonly key_algorithm: string
  /** RFC 3339 in UTC; null for certificates that were never issued. */
  readonly expires: string | null
  readonly transparency_logging: Maybe<boolean>
}

export interface Acm {
  certificates: Certificate
}

export const check = checkFor<Acm>()

/** A certificate that was never issued, was revoked or failed is unused. */
export const isInUse = ({ status }: Pick<Certificate, 'status'>): boolean =>
  status === 'ISSUED' || status === 'EXPIRED'

/** The label of a certificate, which includes the id because names are not unique. */
export const called = ({ name, uid }: Pick<Certificate, 'name' | 'uid'>): string =>
  `The certificate of ${name} (${uid.slice(uid.lastIndexOf('/') + 1)})`
