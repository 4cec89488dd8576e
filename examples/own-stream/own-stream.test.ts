import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'

const folder = import.meta.dirname
const started: ChildProcess[] = []

/** Starts a file of the example and gathers its lines. */
function start(
  file: string,
  added: Record<string, string> = {},
): { readonly child: ChildProcess; readonly lines: string[]; said(line: RegExp): Promise<string> } {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(folder, file)],
    {
      env: { ...process.env, ...added },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  started.push(child)
  const lines: string[] = []
  const output = createInterface({ input: child.stdout })
  const said = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = lines.find((line) => pattern.test(line))
        if (found !== undefined) resolve(found)
      }
      output.on('line', look)
      output.on('close', () => reject(new Error(`${file} ended: ${lines.join('\n')}`)))
      look()
    })
  output.on('line', (line) => void lines.push(line))
  return { child, lines, said }
}

const address = { api: '', token: '', page: '' }
before(async () => {
  const main = start('main.ts', { PORT: '0', PAGE_PORT: '0' })
  await main.said(/^# Stop/)
  const after = (label: string): string =>
    main.lines.find((line) => line.startsWith(label))?.slice(label.length) ?? ''
  address.api = after('export API=')
  address.token = after('export TOKEN=')
  address.page = after('# The page: ').split('/#')[0] ?? ''
})
after(async () => {
  for (const child of started) {
    if (child.exitCode !== null) continue
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await exited
  }
})

const say = (words: string, token = address.token): Promise<Response> =>
  fetch(`${address.api}/notices`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'notices', attributes: { words } } }),
  })

test('the stream of the example takes fifteen lines of code', () => {
  const code = readFileSync(join(folder, 'streams.ts'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(import|\/\*\*|\/\/)/.test(line))
  assert.ok(code.length <= 15, `${code.length} lines:\n${code.join('\n')}`)
})

test('a notice reaches a listener in Node, with its words', async () => {
  const listener = start('listen.ts', { API: address.api, TOKEN: address.token })
  await listener.said(/^open$/)
  assert.equal((await say('Lunch is ready.')).status, 201)
  assert.equal(await listener.said(/^notice:/), 'notice: Lunch is ready.')
})

test('a notice reaches curl, as the standard writes events', async () => {
  const curl = spawn(
    'curl',
    ['-sN', '-H', `Authorization: Bearer ${address.token}`, `${address.api}/notices/event-stream`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  started.push(curl)
  let text = ''
  for await (const part of curl.stdout) {
    const isFirst = text === ''
    text += String(part)
    if (isFirst) await say('Tea is ready.')
    if (/^data: /m.test(text)) break
  }
  assert.match(
    text,
    /^retry: \d+\n\n:\n\nevent: notice\.created\ndata: \{"notice_id":"[0-9a-f-]{36}","words":"Tea is ready\."\}\n\n$/,
  )
})

test('nobody without a token hears or makes a notice, and an empty one is a clear error', async () => {
  assert.equal((await fetch(`${address.api}/notices/event-stream`)).status, 401)
  assert.equal((await say('hello', 'wrong')).status, 401)
  const answer = await say('')
  assert.equal(answer.status, 400)
  assert.match(await answer.text(), /attributes\/words/)
})

test('the page and the client that it imports are served, and nothing else is', async () => {
  const get = async (path: string): Promise<[number, string]> => {
    const answer = await fetch(address.page + path)
    return [answer.status, await answer.text()]
  }
  const [status, page] = await get('/')
  assert.equal(status, 200)
  assert.match(page, /EventSource/)
  const [found, code] = await get('/client/shared.ts')
  assert.equal(found, 200)
  assert.doesNotMatch(code, /readonly|: string/)
  for (const path of ['/client/nothing.ts', '/client/../page.ts', '/main.ts'])
    assert.equal((await get(path))[0], 404)
})
