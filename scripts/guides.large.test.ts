import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { type Block, blocksOf, comesOut } from './guides.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/guides')
const environment = { ...process.env, PORT: '0', PAGE_PORT: '0' }

const bash = (code: string, env: NodeJS.ProcessEnv): ChildProcess =>
  spawn('bash', ['-c', `set -m\n${code}`], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })

/** What a command prints; with all of it in the failure. */
async function printed(code: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = bash(code, env)
  let text = ''
  let errors = ''
  child.stdout?.on('data', (part) => (text += String(part)))
  child.stderr?.on('data', (part) => (errors += String(part)))
  await once(child, 'close')
  return text || errors
}

/** Starts what runs on, and waits for the lines that are to be pasted. */
async function running(
  code: string,
): Promise<{ exported: Record<string, string>; stop(): Promise<number | null> }> {
  const child = bash(`exec ${code}`, environment)
  const exported: Record<string, string> = {}
  const exited = once(child, 'exit') as Promise<[number | null]>
  const stop = async (): Promise<number | null> => {
    child.kill('SIGINT')
    return (await exited)[0]
  }
  if (!child.stdout) throw new Error('bash did not start.')
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? []
    if (name && value) exported[name] = value
    if (!line.startsWith('# Stop')) continue
    child.stdout.resume()
    child.stderr?.resume()
    return { exported, stop }
  }
  throw new Error(`${code} ended.`)
}

async function follow(blocks: readonly Block[]): Promise<void> {
  let terminal: Awaited<ReturnType<typeof running>> | undefined
  try {
    for (const [index, { language, about, code }] of blocks.entries()) {
      // An example names hosts and files that only its reader has.
      if (language !== 'sh' || about === 'example') continue
      if (about === 'first terminal') {
        terminal = await running(code)
        continue
      }
      const text = await printed(code, { ...environment, ...terminal?.exported })
      const next = blocks[index + 1]
      const expected = next && ['text', 'json'].includes(next.language) ? next.code : ''
      assert.ok(comesOut(expected, text), `${code}\nprinted\n${text}\ninstead of\n${expected}`)
    }
  } finally {
    const status = await terminal?.stop()
    assert.ok(status === undefined || status === 0, `the first terminal exited with ${status}`)
  }
}

for (const name of readdirSync(folder)) {
  const blocks = blocksOf(readFileSync(join(folder, name), 'utf8'))

  test(`every step of ${name} works as written`, () => follow(blocks))

  test(`every piece of a file in ${name} is in that file`, () => {
    assert.ok(blocks.length > 0)
    const pieces = blocks.filter(({ language, about }) => language !== 'sh' && about !== '')
    for (const { about, code } of pieces)
      assert.ok(readFileSync(join(root, about), 'utf8').includes(code), `${about}:\n${code}`)
  })
}

test('what comes out is compared line by line, with gaps where the page leaves them', () => {
  assert.ok(comesOut('retry: …\n\n:\n', 'retry: 2345\n\n:\n\n'))
  assert.ok(!comesOut('retry: …\n:', 'retry: 2345\nsomething\n:'))
  assert.ok(!comesOut('401', '4011'))
})

test('a block is read with its language and what it is about', () => {
  const page = 'a\n```ts a/b.ts\nx\n```\n\n```sh\ny\nz\n```\n'
  assert.deepEqual(blocksOf(page), [
    { language: 'ts', about: 'a/b.ts', code: 'x\n' },
    { language: 'sh', about: '', code: 'y\nz\n' },
  ])
})
