/** Reads the user from the claims that OpenID Connect issuers send. Pure. */
import type { Identified } from './provider.ts'

export type IssuerClaims = Readonly<Record<string, unknown>>

export interface EmailRules {
  /** The claim with the address, `email` by default. */
  readonly claim: string
  /** True if the operator trusts addresses for which the issuer does not report whether it verified them. */
  readonly isTrusted: boolean
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.trim() : '')

/** The address in a claim; some issuers send a list with one. */
function addressOf(claim: unknown): string {
  if (!Array.isArray(claim)) return textOf(claim)
  const [first, second] = claim as readonly unknown[]
  return second === undefined ? textOf(first) : ''
}

/** A boolean, or the text, number or list of one that some issuers send instead; null if there is none. */
function flagOf(claim: unknown): boolean | null {
  if (Array.isArray(claim))
    return claim.length === 1 ? flagOf(claim[0]) : claim.length > 1 ? false : null
  if (claim === undefined || claim === null) return null
  return claim === true || claim === 1 || /^(?:true|1)$/i.test(textOf(claim))
}

/** The address of the user, which is in `email`, or in a list `emails`. */
const emailIn = (claims: IssuerClaims, { claim }: EmailRules): string =>
  addressOf(claims[claim]) || (claim === 'email' ? addressOf(claims['emails']) : '')

/** True if the claims have an address of the user. */
export const hasAddress = (claims: IssuerClaims, rules: EmailRules): boolean =>
  emailIn(claims, rules) !== ''

/** True if they have several addresses, none of which is marked as the one. */
const hasSeveral = (claims: IssuerClaims, { claim }: EmailRules): boolean =>
  [claims[claim], claim === 'email' && claims['emails']].some(
    (value) => Array.isArray(value) && value.length > 1,
  )

/** `xms_edov` of Microsoft Entra ID: the owner of the domain was verified. */
const verifiedIn = (claims: IssuerClaims): boolean | null =>
  flagOf(claims['email_verified']) ?? flagOf(claims['xms_edov'])

/** True if the userinfo endpoint may add the address, or report whether it is verified. */
export const needsUserinfo = (claims: IssuerClaims, rules: EmailRules): boolean =>
  emailIn(claims, rules) === '' || verifiedIn(claims) === null

const standard: EmailRules = { claim: 'email', isTrusted: false }
const aboutEmail = ['email', 'emails', 'email_verified', 'xms_edov']

/**
 * Signed claims take precedence. An address and the report whether it is verified come from the same document, unless
 * both have the same address.
 */
export function merged(signed: IssuerClaims, userinfo: IssuerClaims): IssuerClaims {
  const own = emailIn(signed, standard).toLowerCase()
  const all = { ...userinfo, ...signed }
  if (own !== '' && own === emailIn(userinfo, standard).toLowerCase()) return all
  const from = own === '' ? userinfo : signed
  return { ...all, ...Object.fromEntries(aboutEmail.map((name) => [name, from[name]])) }
}

/** The user, without the issuer and the subject. */
export function identityIn(
  claims: IssuerClaims,
  rules: EmailRules,
): Pick<Identified, 'email' | 'emailVerified' | 'name' | 'unverified'> {
  const email = emailIn(claims, rules)
  // `email_verified` is about the claim `email`.
  const isReported =
    rules.claim === 'email' || emailIn(claims, standard).toLowerCase() === email.toLowerCase()
  const verified = isReported ? verifiedIn(claims) : null
  const given = `${textOf(claims['given_name'])} ${textOf(claims['family_name'])}`.trim()
  const sent = Object.keys(claims)
    .filter((name) => claims[name] !== undefined)
    .slice(0, 40)
    .join(', ')
  return {
    email,
    emailVerified: email !== '' && (verified ?? rules.isTrusted),
    name: textOf(claims['name']) || given,
    unverified:
      email === '' && hasSeveral(claims, rules)
        ? {
            detail: `The identity provider sent several email addresses (claim ${rules.claim}).`,
            log: `The claim ${rules.claim} has several addresses. Claims: ${sent}.`,
          }
        : email === ''
          ? {
              detail: `The identity provider sent no email address (claim ${rules.claim}).`,
              log: `The claim ${rules.claim} is missing. Claims: ${sent}.`,
            }
          : verified === false
            ? {
                detail: 'The identity provider reports that this email address is not verified.',
                log: 'The claim email_verified is false.',
              }
            : {
                detail:
                  'The identity provider did not report whether this email address is verified (claim email_verified).',
                log: `The claim email_verified is missing. Claims: ${sent}. If users of this issuer cannot choose their address, set SOCIAL_OIDC_TRUSTED_EMAILS.`,
              },
  }
}
