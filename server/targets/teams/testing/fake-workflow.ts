/** A workflow on loopback that posts cards: a signature in its address, one shape of message, one size. */
import { type Asked, FakeTarget, type Reply } from '../../testing/fake-target.ts'
import type { AdaptiveCard } from '../rendering.ts'
import type { TeamsAccess } from '../teams.ts'
import { messageFault } from './card.ts'

const refused = (status: number, code: string, message: string): Reply => ({
  status,
  body: { error: { code, message } },
})

export class FakeWorkflow extends FakeTarget {
  readonly cards: AdaptiveCard[] = []
  isEnabled = true
  readonly #signature = 'signature-of-the-test'

  constructor() {
    super((asked) => this.#answer(asked))
    this.limited = ({ path }) => [{ key: path, perSecond: 4, burst: 4 }]
  }

  static start(): Promise<FakeWorkflow> {
    return new FakeWorkflow().listen()
  }

  get access(): TeamsAccess {
    return { url: `${this.origin}/workflows/1/triggers/manual/paths/invoke?sig=${this.#signature}` }
  }

  #answer({ method, path, query, headers, body }: Asked): Reply {
    if (path !== '/workflows/1/triggers/manual/paths/invoke')
      return refused(404, 'WorkflowNotFound', `The workflow ${path} could not be found.`)
    if (query.get('sig') !== this.#signature)
      return refused(
        401,
        'DirectApiAuthorizationRequired',
        `The signature ${query.get('sig')} is wrong.`,
      )
    if (!this.isEnabled) return refused(400, 'WorkflowTriggerIsNotEnabled', 'It is turned off.')
    if (method !== 'POST' || headers['content-type'] !== 'application/json')
      return refused(400, 'InvalidRequestContent', 'The request content is not valid.')
    if (body.length > 28 * 1_024)
      return refused(413, 'RequestEntityTooLarge', 'The message is too large.')
    const message = JSON.parse(body.toString()) as { attachments: { content: AdaptiveCard }[] }
    const fault = messageFault(message)
    if (fault !== null) return refused(400, 'TriggerInputSchemaMismatch', fault)
    for (const { content } of message.attachments) this.cards.push(content)
    return { status: 202 }
  }
}
