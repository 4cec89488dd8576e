/** A workspace of Slack on loopback: a token, channels, messages, and the limits of blocks. */
import { type Asked, FakeTarget, type Reply } from '../../testing/fake-target.ts'
import type { SlackAccess } from '../slack.ts'
import { blocksFault } from './blocks.ts'

export interface FakeChannel {
  readonly id: string
  readonly name: string
  readonly is_private: boolean
  is_member: boolean
  is_archived: boolean
}
export interface FakeMessage {
  readonly ts: string
  readonly channel: string
  body: Readonly<Record<string, unknown>>
}

const refused = (error: string, more: object = {}): Reply => ({
  status: 200,
  body: { ok: false, error, ...more },
})
const fine = (body: object): Reply => ({ status: 200, body: { ok: true, ...body } })

export class FakeSlack extends FakeTarget {
  readonly channels: FakeChannel[] = [
    { id: 'C01', name: 'alerts', is_private: false, is_member: true, is_archived: false },
  ]
  readonly messages: FakeMessage[] = []
  pageSize = 100
  readonly #token = 'xoxb-of-the-test'

  constructor() {
    super((asked) => this.#answer(asked))
    this.limited = ({ path, body }) =>
      /^\/api\/chat\.(postMessage|update)$/.test(path)
        ? [{ key: /"channel":"([^"]*)"/.exec(body.toString())?.[1] ?? '', perSecond: 1, burst: 5 }]
        : []
    this.busy = { ...this.busy, body: { ok: false, error: 'ratelimited' } }
  }

  static start(): Promise<FakeSlack> {
    return new FakeSlack().listen()
  }

  get access(): SlackAccess {
    return { token: this.#token, origin: this.origin }
  }

  #answer({ method, path, query, headers, body }: Asked): Reply {
    const call = path.replace('/api/', '')
    if (headers['authorization'] === undefined) return refused('not_authed')
    if (headers['authorization'] !== `Bearer ${this.#token}`) return refused('invalid_auth')
    if (method === 'POST' && headers['content-type'] !== 'application/json; charset=utf-8')
      return refused('invalid_post_type')
    const given = body.length > 0 ? (JSON.parse(body.toString()) as Record<string, unknown>) : {}
    if (call === 'auth.test') return fine({ team_id: 'T01', team: 'Acme', user_id: 'U01' })
    if (call === 'conversations.list') return this.#list(query)
    if (call === 'chat.postMessage') return this.#post(given)
    if (call === 'chat.update') return this.#update(given)
    return refused('unknown_method')
  }

  #list(query: URLSearchParams): Reply {
    const isHidden = query.get('exclude_archived') === 'true'
    const rows = this.channels.filter(({ is_archived }) => !(isHidden && is_archived))
    const from = Number(query.get('cursor') ?? 0)
    const to = from + Math.min(this.pageSize, Number(query.get('limit') ?? 100))
    const next_cursor = to < rows.length ? String(to) : ''
    return fine({ channels: rows.slice(from, to), response_metadata: { next_cursor } })
  }

  #fault({ channel, text, blocks }: Readonly<Record<string, unknown>>): Reply | null {
    const found = this.channels.find(({ id }) => id === channel)
    if (!found || (found.is_private && !found.is_member)) return refused('channel_not_found')
    if (found.is_archived) return refused('is_archived')
    if (!found.is_member) return refused('not_in_channel')
    if (typeof text !== 'string' || text === '') return refused('no_text')
    if (text.length > 40_000) return refused('msg_too_long')
    const fault = blocksFault(blocks)
    return fault === null ? null : refused(fault)
  }

  #post(given: Readonly<Record<string, unknown>>): Reply {
    const fault = this.#fault(given)
    if (fault) return fault
    const ts = `1764000000.${String(this.messages.length).padStart(6, '0')}`
    this.messages.push({ ts, channel: String(given['channel']), body: given })
    return fine({ channel: given['channel'], ts })
  }

  #update(given: Readonly<Record<string, unknown>>): Reply {
    const fault = this.#fault(given)
    if (fault) return fault
    const found = this.messages.find(
      ({ ts, channel }) => ts === given['ts'] && channel === given['channel'],
    )
    if (!found) return refused('message_not_found')
    found.body = given
    return fine({ channel: found.channel, ts: found.ts })
  }
}
