import type { Egress } from '../../platform/egress/index.ts'
import { ask, jsonOf, objectOf, refusalOf, retryAfterSeconds, textOf } from '../call.ts'
import type { Digest } from '../digest.ts'
import { Pace, paceKey } from '../pace.ts'
import { shortLine } from '../plain-text.ts'
import { NotDelivered } from '../target.ts'
import { teamsLimits } from './limits.ts'
import { type AdaptiveCard, renderDigest, renderTest } from './rendering.ts'

export interface TeamsAccess {
  /** URL of the workflow, with its signature: knowing it is enough to post. */
  readonly url: string
}

/** Teams can only be tested by posting: sends a card that Plumbline is connected. */
export const testConnection = (
  access: TeamsAccess,
  egress: Egress,
  signal?: AbortSignal,
): Promise<void> => post(access, egress, renderTest(), signal)

/** After `uncertain` the card may be there; sending it again may repeat it. Its id is in the card. */
export const postDigest = (
  access: TeamsAccess,
  egress: Egress,
  { digest, id }: { readonly digest: Digest; readonly id: string },
  signal?: AbortSignal,
): Promise<void> => post(access, egress, renderDigest(digest, id), signal)

const cards = new Pace(teamsLimits.rate)

async function post(
  { url }: TeamsAccess,
  egress: Egress,
  card: AdaptiveCard,
  signal: AbortSignal | undefined,
): Promise<void> {
  const attachment = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content: card,
  }
  await cards.turn(paceKey(url), signal)
  const answer = await ask(egress, {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'message', attachments: [attachment] }),
    ...(signal && { signal }),
  })
  const { status, headers } = answer
  if (status >= 200 && status <= 299) return
  const error = objectOf(jsonOf(answer)?.['error'])
  // The sentence may repeat the request, and with it the address.
  const code = shortLine(textOf(error?.['code']), 80)
  const refusal = code === 'WorkflowTriggerIsNotEnabled' ? 'not_found' : refusalOf(status)
  const detail = `${sentences[refusal]} (${[status, code].filter((one) => one !== '').join(', ')}).`
  throw new NotDelivered(refusal, detail, retryAfterSeconds(headers))
}

const sentences: Readonly<Record<string, string>> = {
  unauthorised: 'The workflow does not take the signature of its address, or asks for a sign-in',
  not_found: 'The workflow is gone or turned off',
  too_large: 'The workflow says that the card is too large',
  rate_limited: 'The workflow asks for fewer cards',
  unavailable: 'Power Automate failed',
  invalid: 'The address does not take cards',
}
