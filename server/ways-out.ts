/** Outbound settings: the hosts that requests may reach, and the mail server. */
import type { Config } from './config.ts'
import { invitationPageAt, type InvitationPages } from './features/accounts/index.ts'
import {
  type Egress,
  type TlsEgress,
  tlsEgress,
  egress as wayOut,
} from './platform/egress/index.ts'
import { prefix } from './platform/http/index.ts'
import { Outbox, type Send, smtp } from './platform/mail/index.ts'
import type { ValkeySettings } from './platform/valkey/index.ts'
import type { Vault } from './platform/vault/index.ts'

const tls = 'tls://'
const originsOf = (...urls: readonly (string | null)[]): readonly string[] =>
  urls.flatMap((url) => (url ? [new URL(url).origin] : []))

/** Out to public addresses, and to the services that the operator's settings name, wherever they are. */
export const wayOutOf = ({ oidcIssuer, awsEndpointUrl }: Config): Egress =>
  wayOut({ trusted: originsOf(oidcIssuer, awsEndpointUrl) })

/** The same for addresses that members write: of what is inside, they reach what is named for that. */
export const targetsWayOutOf = ({ awsEndpointUrl, internalTargets }: Config): Egress =>
  wayOut({
    trusted: [
      ...originsOf(awsEndpointUrl),
      ...internalTargets.filter((one) => !one.startsWith(tls)),
    ],
  })

/** The same for what is not HTTP. */
export const tlsWayOutOf = ({ internalTargets }: Config): TlsEgress =>
  tlsEgress({
    trusted: internalTargets.flatMap((one) => (one.startsWith(tls) ? one.slice(tls.length) : [])),
  })

/** How processes reach the Valkey that they share, when a setting names one. */
export function valkeyOf(config: Config): ValkeySettings | undefined {
  const { valkeyUrl: url, valkeyCaFile: caFile, valkeyClientFile: clientFile } = config
  const { streamDatabase: database, streamNamespace: namespace } = config
  return url === null ? undefined : { url, caFile, clientFile, database, namespace }
}

/** Mails, when their settings are set. Links in mails are built from settings, never from a request. */
export function mailOf(
  { smtpUrl, mailFrom, publicUrl, emailVerificationUrl, passwordResetUrl }: Config,
  vault: Vault,
  invitations: InvitationPages,
) {
  if (smtpUrl === null || mailFrom === null || publicUrl === null) return null
  const send: Send = smtp({ url: smtpUrl, from: mailFrom })
  const page = emailVerificationUrl ?? `${publicUrl}${prefix}/email-verification`
  const invitationPage = invitationPageAt(invitations, publicUrl)
  const passwordResetPage = passwordResetUrl ?? `${publicUrl}${prefix}/password-reset`
  return {
    outbox: new Outbox(vault),
    send,
    site: publicUrl,
    page,
    invitationPage,
    passwordResetPage,
  }
}
