/** Where browsers are sent, and what they carry. */
import { forbidden, invalid, unavailable } from '@plumbline/jsonapi'
import { type Exchange, readCookie, setCookie } from '../../../platform/http/index.ts'
import type { ResolveTxt } from '../../../platform/egress/index.ts'
import type { ServiceProvider } from './response.ts'

export interface SamlSettings {
  readonly publicUrl: string | null
  /** The page that takes a finished sign-in, for requests that name none. */
  readonly callbackUrl: string | null
  readonly resolveTxt: ResolveTxt
}

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const shape = new RegExp(`^(${label}\\.)+(?![0-9]+$)${label}$`)

/** A domain in canonical form: one or more labels, a dot, and a last label that is not a number. */
export function domainIn(text: string): string | undefined {
  const domain = text.trim().toLowerCase()
  return domain.length <= 253 && shape.test(domain) ? domain : undefined
}

const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\//

/**
 * The names of this service provider. They never follow the Host header, which the sender controls: otherwise an
 * assertion issued for another site would match. Throws 503 if the public URL is not set.
 */
export function serviceOf({ base }: Exchange, slug: string, settings: SamlSettings) {
  if (settings.publicUrl === null && !loopback.test(base)) {
    throw unavailable('SAML sign-in requires the setting PUBLIC_URL.', 'public_url_missing')
  }
  const root = `${base}/accounts/saml/${encodeURIComponent(slug)}`
  const service: ServiceProvider = { entityId: `${root}/metadata/`, acs: `${root}/acs/` }
  return { ...service, root, signOut: `${root}/sls/` }
}

/** A path on the same site, from the request or the settings. Throws 400 for any other URL. */
export function callbackPath(requested: string | undefined, { callbackUrl }: SamlSettings): string {
  if (requested === undefined || requested === '')
    return callbackUrl ? new URL(callbackUrl).pathname : '/'
  const place = new URL('http://here.invalid')
  const isPath =
    /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(requested) && URL.canParse(requested, place)
  if (isPath && new URL(requested, place).origin === place.origin) return requested
  throw invalid(
    '/data/attributes/callback_url',
    'Must be a path on this site, for example /dashboard.',
    'not_local',
  )
}

export function callback(path: string, id: string, { base }: Exchange, settings: SamlSettings) {
  const url = new URL(path, settings.callbackUrl ?? new URL(base).origin)
  url.searchParams.set('id', id)
  return url.href
}

/** Lax: browsers do not send it when the provider posts the response, but do on the next navigation. */
const signInCookie = {
  name: 'plumbline_saml',
  path: '/accounts/saml/',
  sameSite: 'Lax',
  maxAge: 600,
} as const

export const cookieOf = (secret: string, exchange: Exchange): string =>
  setCookie(signInCookie, secret, exchange)
export const browserOf = (exchange: Exchange): string => readCookie(signInCookie, exchange)

export const signOutRefused = () => forbidden('The sign-out was refused.', 'saml_refused')
export const refused = () => forbidden('The sign-in was refused.', 'saml_refused')
