/** Requests to servers of this and of earlier versions. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, eventually, findingLines, password } from '@plumbline/server/testing'

/** The paths of lists, which need no id. */
export const lists = (clone: string): string[] => {
  const file = join(clone, 'contract/openapi.json')
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, { get?: object }>
  }
  return Object.keys(paths).filter((path) => paths[path]?.get && !/[{]|one-click/.test(path))
}

export async function signUp(address: string, email: string): Promise<Client> {
  const { id } = await new Client(`${address}/api/v1`).make('/users', 'users', {
    name: 'A user',
    email,
    password,
  })
  return signIn(address, email, id)
}
export async function signIn(address: string, email: string, userId: string): Promise<Client> {
  const base = `${address}/api/v1`
  const who = { userId, email }
  const pair = await new Client(base, who).make('/tokens', 'tokens', { email, password })
  const authorization = `Bearer ${pair.text('access')}`
  const [tenantId = ''] = (await new Client(base, { ...who, authorization }).get('/tenants')).ids
  return new Client(base, { ...who, tenantId, authorization })
}
/** The same user with the same token on another server. */
export const at = (address: string, { tenantId, userId, email, authorization }: Client): Client =>
  new Client(`${address}/api/v1`, { tenantId, userId, email, authorization })

export async function startScan(client: Client, id: string): Promise<string> {
  const task = await client.make('/scans', 'scans', {}, { provider: { type: 'providers', id } })
  return task.text('task_args', 'scan_id')
}
export async function completed(client: Client, scan: string): Promise<void> {
  await eventually('the end of the scan', async () => {
    const state = (await client.get(`/scans/${scan}`)).item.text('state')
    assert.match(state, /^(available|executing|completed)$/)
    return state === 'completed'
  })
}
/** Each finding with its verdict. The sentences differ between versions. */
export const verdicts = async (client: Client): Promise<string> => {
  const lines = (await findingLines(client)).map((line) => {
    const [uid, , status] = line.split('\t')
    return `${uid} ${status}`
  })
  return lines.join('\n')
}
