import { setTimeout as sleep } from 'node:timers/promises'
import { Answered, type Client } from '../../../testing/index.ts'

export interface Fetched {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  /** Where it is a document. */
  readonly answer: Answered
}

export async function fetched(client: Client, path: string): Promise<Fetched> {
  const headers = { Authorization: client.authorization }
  const response = await fetch(client.base + path, { headers, redirect: 'manual' })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isDocument = response.headers.get('content-type') === 'application/vnd.api+json'
  const answer = new Answered(response.status, response.headers, isDocument ? String(bytes) : '')
  return { status: response.status, headers: response.headers, bytes, answer }
}

/** The same after the report task has ended, with the number of responses that reported it as running. */
export async function fetchedWhenBuilt(
  client: Client,
  path: string,
): Promise<Fetched & { readonly waited: number }> {
  for (let waited = 0; waited < 600; waited += 1) {
    const found = await fetched(client, path)
    if (found.status !== 202) return { ...found, waited }
    await sleep(50)
  }
  throw new Error(`${path} was not built within half a minute.`)
}
