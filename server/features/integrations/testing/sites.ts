/** Fakes of external targets on loopback, under the names that the product calls. */
import { egress, type Egress, NotReached } from '../../../platform/egress/index.ts'
import { FakeJira } from '../../../targets/jira/testing/fake-jira.ts'
import type { Client, Item } from '../../../testing/index.ts'

export class Sites {
  /** Origins of fakes by host. */
  readonly #origins = new Map<string, string>()
  readonly #jiras: FakeJira[] = []
  timeoutMs = 10_000

  /** A site of Jira under this name. */
  async jira(domain: string): Promise<FakeJira> {
    const jira = await FakeJira.start()
    this.#jiras.push(jira)
    this.add(`${domain}.atlassian.net`, jira.origin)
    this.add('api.atlassian.com', jira.origin)
    return jira
  }

  add(host: string, origin: string): void {
    this.#origins.set(host, origin)
  }

  readonly egress: Egress = (request) => {
    const url = new URL(request.url)
    const origin = this.#origins.get(url.host)
    if (origin === undefined) throw new NotReached('refused', `Nobody is at ${url.host}.`)
    const out = egress({ trusted: [origin], timeoutMs: this.timeoutMs })
    return out({ ...request, url: `${origin}${url.pathname}${url.search}` })
  }

  async close(): Promise<void> {
    await Promise.all(this.#jiras.map((jira) => jira.close()))
  }
}

export const jiraCredentials = ({ access }: FakeJira, domain: string) => ({
  domain,
  user_mail: access.user_mail,
  api_token: access.api_token,
})

/** An integration with a site of Jira that knows its projects. */
export async function connectJira(client: Client, jira: FakeJira, domain: string): Promise<Item> {
  const made = await client.make('/integrations', 'integrations', {
    integration_type: 'jira',
    configuration: {},
    credentials: jiraCredentials(jira, domain),
  })
  const task = (await client.ask('POST', `/integrations/${made.id}/connection`)).item
  const ended = await client.finished(task.id)
  if (ended.at('result', 'connected') !== true)
    throw new Error(`Jira did not connect: ${JSON.stringify(ended.at('result'))}`)
  return made
}
