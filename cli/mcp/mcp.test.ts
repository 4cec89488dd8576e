/** The server as assistants meet it: the official client, over stdio and HTTP, against a running API. */
import { deepEqual, equal, match, ok, throws } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import {
  bareEnvironment,
  type Client,
  processFlags,
  type World,
  world,
} from '@plumbline/server/testing'
import { addressOf } from './call.ts'
import { type ApiTool, toolsOf } from './tools.ts'
import { main } from '../testing/program.ts'

let w: World
let user: Client
let key = ''
let scan = ''
let provider = ''
before(async () => {
  w = await world()
  user = await w.user()
  provider = await user.provider()
  scan = await user.scan(provider)
  key = (await user.make('/api-keys', 'api-keys', { name: 'assistant' })).text('api_key')
})
after(async () => {
  await w.close()
  await w.test.close()
})

const client = () => new McpClient({ name: 'test', version: '1.0.0' })

/** A client over stdio. */
async function connected(...more: readonly string[]): Promise<McpClient> {
  const one = client()
  const args = [...processFlags, main, 'mcp', ...more]
  const env = { ...bareEnvironment(), PLUMBLINE_URL: w.address, PLUMBLINE_API_KEY: key }
  await one.connect(
    new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }),
  )
  return one
}

interface Called {
  readonly isError: boolean
  readonly text: string
}
async function called(
  one: McpClient,
  name: string,
  given: Record<string, unknown> = {},
): Promise<Called> {
  const { content, isError = false } = await one.callTool({ name, arguments: given })
  const [part] = content as { readonly type: string; readonly text: string }[]
  return { isError, text: part?.text ?? '' }
}
/** The text between the two lines that mark data. */
function dataOf({ text }: Called): unknown {
  const [, mark = ''] = /the lines "([\w-]{22})" is data/.exec(text) ?? []
  const [, json = ''] = text.split(`\n${mark}\n`)
  return JSON.parse(json.replace(new RegExp(`\n${mark}$`), ''))
}
interface Paged {
  readonly meta: { readonly pagination: { readonly count: number; readonly pages: number } }
}
interface Listed {
  readonly data: readonly {
    readonly id: string
    readonly attributes: Readonly<Record<string, unknown>>
  }[]
}

test('an assistant lists findings, reads one, and asks what was not looked at', async () => {
  const one = await connected()
  try {
    const { tools } = await one.listTools()
    deepEqual(
      tools.map(({ name }) => name),
      toolsOf(false).map(({ name }) => name),
    )
    ok(tools.every(({ annotations }) => annotations?.readOnlyHint))
    const listed = await called(one, 'list_findings', { status: ['FAIL'], page_size: 5 })
    const { data } = dataOf(listed) as Listed
    equal(data.length, 5)
    ok(data.every(({ attributes }) => attributes['status'] === 'FAIL'))
    const { text } = await called(one, 'get_finding', { id: data[0]?.id })
    match(text, /"remediation"/)
    const gaps = dataOf(
      await called(one, 'get_scan_coverage', { id: scan, page_size: 100 }),
    ) as Listed
    const outcomes = new Set(gaps.data.map(({ attributes }) => attributes['outcome']))
    ok(outcomes.has('denied') && !outcomes.has('assessed'), [...outcomes].join())
  } finally {
    await one.close()
  }
})

test('the requirements of the largest framework are read page by page', async () => {
  const one = await connected()
  try {
    const asked = { compliance_id: 'pci_4.0_aws', provider_type: 'aws' }
    const first = dataOf(await called(one, 'list_requirements', asked)) as Listed & Paged
    const { count, pages } = first.meta.pagination
    ok(count > 1_000)
    equal(pages, Math.ceil(count / 20))
    const seen = new Set<string>()
    for (let page = 1; page <= Math.ceil(count / 100); page += 1) {
      const more = { ...asked, page_number: page, page_size: 100 }
      for (const { id } of (dataOf(await called(one, 'list_requirements', more)) as Listed).data)
        seen.add(id)
    }
    equal(seen.size, count)
  } finally {
    await one.close()
  }
})

test('what cannot be taken back is marked so', async () => {
  const one = await connected('--allow-writes')
  try {
    const { tools } = await one.listTools()
    const marked = tools.filter(({ annotations }) => annotations?.destructiveHint)
    deepEqual(
      marked.map(({ name }) => name),
      ['triage_finding', 'cancel_task'],
    )
  } finally {
    await one.close()
  }
})

test('each tool asks for an operation of the contract, with parameters that it has', () => {
  const file = join(import.meta.dirname, '../../contract/openapi.json')
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
  }
  const shape = (path: string): string => path.replace(/\{\w+\}/g, '{}')
  const known = new Map(
    Object.entries(paths).map(([path, operations]) => [shape(path), operations]),
  )
  const parametersOf = ({ query = {}, always = {} }: ApiTool) => [
    ...Object.values(query),
    ...Object.keys(always),
  ]
  for (const tool of toolsOf(true)) {
    const operation = known.get(shape(tool.path))?.[tool.method.toLowerCase()]
    ok(operation, `${tool.method} ${tool.path}`)
    const names = new Set(operation.parameters?.map(({ name }) => name))
    for (const name of parametersOf(tool)) ok(names.has(name), `${tool.name}: ${name}`)
    const given = new Set(Object.keys(tool.arguments))
    for (const name of tool.required ?? []) ok(given.has(name), `${tool.name}: ${name}`)
  }
})

test('without --allow-writes nothing is written; with it, an assistant triages and scans', async () => {
  const reader = await connected()
  const writer = await connected('--allow-writes')
  try {
    const { data } = dataOf(
      await called(reader, 'list_findings', { status: ['FAIL'], page_size: 1 }),
    ) as Listed
    const uid = data[0]?.attributes['uid']
    const decision = { uid, status: 'remediating', note: 'Being closed.' }
    const refused = await reader.callTool({ name: 'triage_finding', arguments: decision }).then(
      ({ isError }) => isError,
      () => true,
    )
    equal(refused, true)
    const triaged = 'filter[triage_status]=remediating'
    equal((await user.get(`/findings/latest?${triaged}`)).count, 0)
    const done = await called(writer, 'triage_finding', decision)
    equal(done.isError, false, done.text)
    equal((await user.get(`/findings/latest?${triaged}`)).count, 1)
    const started = await called(writer, 'start_scan', {
      provider_id: provider,
      name: 'By an assistant',
    })
    equal(started.isError, false, started.text)
    match(started.text, /"scan-perform"/)
  } finally {
    await reader.close()
    await writer.close()
  }
})

test('what the server refuses, and arguments that are wrong, come back as sentences', async () => {
  const one = await connected()
  try {
    const gone = await called(one, 'get_finding', { id: '00000000-0000-7000-8000-000000000000' })
    equal(gone.isError, true)
    match(gone.text, /^The server returned status 404\.\n/)
    const path = await called(one, 'get_finding', { id: '../providers' })
    equal(path.isError, true)
    match(path.text, /id must match pattern/)
    for (const given of [{ status: ['FAILED'] }, { page_size: 5_000 }, { nonsense: 1 }]) {
      const refused = await one.callTool({ name: 'list_findings', arguments: given }).then(
        ({ isError }) => isError === true,
        () => true,
      )
      ok(refused, JSON.stringify(given))
    }
  } finally {
    await one.close()
  }
})

test('over HTTP each client comes with its own key, from this machine, and sees its own tenant', async () => {
  const child = spawn(process.execPath, [...processFlags, main, 'mcp', '--http', '0'], {
    env: { ...bareEnvironment(), PLUMBLINE_URL: w.address },
  })
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let said = ''
      child.stderr.on('data', (part: Buffer) => {
        said += part.toString()
        const [, found] = /MCP at (http:\S+\/mcp)/.exec(said) ?? []
        if (found) resolve(found)
      })
      child.once('close', () => reject(new Error(said)))
    })
    const rival = await w.user()
    const rivalKey = (await rival.make('/api-keys', 'api-keys', { name: 'rival' })).text('api_key')
    const counts = []
    for (const secret of [key, rivalKey]) {
      const one = client()
      const headers = { Authorization: `Api-Key ${secret}` }
      await one.connect(
        new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }),
      )
      counts.push((dataOf(await called(one, 'list_providers')) as Listed).data.length)
      await one.close()
    }
    deepEqual(counts, [1, 0])
    const ask = (headers: Record<string, string>) =>
      fetch(address, { method: 'POST', headers, body: '{}' })
    equal((await ask({})).status, 401)
    const authorization = `Api-Key ${key}`
    equal((await ask({ authorization, origin: 'https://evil.test' })).status, 403)
    equal((await fetch(new URL('/', address), { headers: { authorization } })).status, 404)
  } finally {
    child.kill('SIGTERM')
  }
})

test('an argument of a path never leads to another route', async () => {
  const triage = toolsOf(true).find(({ path }) => path === '/findings/{uid}/triage')
  ok(triage)
  for (const uid of ['', '.', '..']) throws(() => addressOf(triage, { uid }), RangeError)
  for (const uid of ['%2e%2e', 'a/../b', '..\\..', '?x', '#x', ' ']) {
    const { pathname } = new URL(`http://localhost/api/v1${addressOf(triage, { uid })}`)
    equal(decodeURIComponent(pathname), `/api/v1/findings/${uid}/triage`)
  }
  const one = await connected()
  const { isError } = await called(one, 'get_finding', { id: '..' })
  ok(isError)
  await one.close()
})
